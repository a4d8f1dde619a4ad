import { getTranslations } from "next-intl/server";
import { Card } from "@/components/ui/card";
import { HideableAmount } from "@/components/ui/hideable-amount";
import { getBalance } from "@/lib/accounts/balance";

/** Gold in custody: what is stored. */
export async function StorageTab({ userId }: { userId: string }) {
  const [t, { balances }] = await Promise.all([getTranslations("storage"), getBalance(userId)]);
  return (
    <Card padding="wide">
      <h2 className="text-body text-text-2">{t("stored")}</h2>
      <HideableAmount
        value={balances.XAUT.stored}
        currency="XAUT"
        className="font-semibold text-figure"
      />
    </Card>
  );
}
