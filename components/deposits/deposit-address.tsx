import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/display/address";
import { isBurnAddress } from "@/lib/wallets/names";

/** The address of a deposit in full; one that belongs to nobody says so wherever it stands. */
export function DepositAddress({ address }: { address: string }) {
  return (
    <>
      <Address value={address} />
      <DemoNote address={address} />
    </>
  );
}

/** What stands beside an address that belongs to nobody; nothing beside any other. */
export function DemoNote({ address }: { address: string }) {
  const t = useTranslations("app");
  return isBurnAddress(address) ? (
    <span className="block text-caption text-info">{t("demoAddress")}</span>
  ) : null;
}
