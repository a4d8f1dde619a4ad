import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { ConvertFlow } from "@/components/vault/convert-flow";
import { getBalance } from "@/lib/accounts/balance";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import { getCurrentPrice } from "@/lib/market/data";
import { toPriceResponse } from "@/lib/market/serializers";
import { requireUser } from "@/lib/sessions/page-gate";
import { CONVERSIONS_PER_PAGE, vaultKeys } from "@/lib/vault/client";
import { getStorage } from "@/lib/vault/data";

export const generateMetadata = () => pageMetadata("storage.convert");

type Props = { searchParams: Promise<{ side?: string | string[] }> };

export default async function StoreXautPage({ searchParams }: Props) {
  const [{ userId }, { side }, t] = await Promise.all([
    requireUser(),
    searchParams,
    getTranslations("storage.convert"),
  ]);
  const [balance, storage, price] = await Promise.all([
    getBalance(userId),
    getStorage(userId, { limit: CONVERSIONS_PER_PAGE }),
    getCurrentPrice().then(toPriceResponse),
  ]);
  return (
    <Messages namespaces={["storage", "market"]}>
      <Seed
        entries={[
          [accountKeys.balance(), balance],
          [vaultKeys.storage(), { pages: [storage], pageParams: [null] }],
          [marketKeys.price(), price],
        ]}
      >
        <Page title={t("title")} backHref="/storage">
          <p className="text-text-2">{t("intro")}</p>
          <ConvertFlow side={side === "retrieve" ? "retrieve" : "store"} />
        </Page>
      </Seed>
    </Messages>
  );
}
