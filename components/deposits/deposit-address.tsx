import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/address";
import { isBurnAddress } from "@/lib/wallets/names";

/** The address of a deposit in full; one that belongs to nobody says so wherever it stands. */
export function DepositAddress({ address }: { address: string }) {
  const t = useTranslations("app");
  return (
    <>
      <Address value={address} />
      {isBurnAddress(address) ? (
        <span className="block text-caption text-info">{t("demoAddress")}</span>
      ) : null}
    </>
  );
}
