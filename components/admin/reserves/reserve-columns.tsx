import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/display/address";
import type { DataColumn } from "@/components/ui/display/data-list";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import type { ReserveDto } from "@/lib/transparency/reserves/schema";
import { NETWORK_NAMES } from "@/lib/wallets/names";
import { ExplorerLink } from "../flags/explorer-link";
import { ReserveProof } from "./reserve-proof";

/** What a reserve is called in a sentence: "USDT at …1a2b3c", "XAUT with Vault AG". */
export function useReserveName() {
  const t = useTranslations("staffReserves");
  return ({ currency, address, custodian }: ReserveDto) =>
    address
      ? t("nameAt", { currency, end: address.slice(-6) })
      : t("nameWith", { currency, custodian: custodian ?? "" });
}

/** The exact balance of a reserve. */
export const balanceOf = ({ balance, currency }: ReserveDto) =>
  formatAmount(balance, currency, { exact: true });

/** The coin, and the network that it is on. */
export function ReserveCoin({ reserve: { currency, network } }: { reserve: ReserveDto }) {
  const t = useTranslations("staffReserves");
  return (
    <>
      <span className="font-medium">{currency}</span>
      <span className="block text-caption text-text-2">
        {network ? NETWORK_NAMES[network] : t("custodian")}
      </span>
    </>
  );
}

/** An address with the page of its explorer, or who holds it. */
export function ReservePlace({ reserve }: { reserve: ReserveDto }) {
  const { address, custodian, explorer } = reserve;
  if (!address) return <span dir="auto">{custodian}</span>;
  return (
    <span className="block py-1">
      <Address value={address} />
      {explorer ? (
        <span className="block text-caption">
          <ExplorerLink page={explorer} what="address" />
        </span>
      ) : null}
    </span>
  );
}

/** Where and when the balance was read. */
export function ReserveReading({ reserve }: { reserve: ReserveDto }) {
  const t = useTranslations("staffReserves");
  const formatDateTime = useDateTime();
  const { source, blockNumber, balanceAt } = reserve;
  return (
    <>
      <span dir="auto">{source}</span>
      <span className="block text-caption text-text-2">
        {blockNumber === null ? null : `${t("block", { number: blockNumber })} · `}
        {formatDateTime(balanceAt)}
      </span>
    </>
  );
}

/** The columns that say what a reserve is. */
export function useReserveColumns<Row extends ReserveDto>(): DataColumn<Row>[] {
  const t = useTranslations("staffReserves");
  return [
    {
      key: "coin",
      header: t("coin"),
      className: "whitespace-nowrap",
      cell: (row) => <ReserveCoin reserve={row} />,
    },
    { key: "place", header: t("place"), cell: (row) => <ReservePlace reserve={row} /> },
    { key: "proof", header: t("proof"), cell: ({ proof }) => <ReserveProof proof={proof} /> },
    {
      key: "read",
      header: t("read"),
      isTime: true,
      className: "min-w-40 [overflow-wrap:anywhere]",
      cell: (row) => <ReserveReading reserve={row} />,
    },
    { key: "balance", header: t("balance"), numeric: true, cell: balanceOf },
  ];
}
