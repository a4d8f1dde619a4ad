import { typedAmount } from "@/lib/platform/ui/amount-input";
import { isOnEthereum, signsMessages } from "@/lib/transparency/reserves/rules";
import type {
  AdminReservesDto,
  ListReserveBody,
  ReserveDto,
} from "@/lib/transparency/reserves/schema";
import type { Currency, Network } from "@/lib/wallets/names";
import { coinDecimals, isValidAddress, networksOf } from "@/lib/wallets/rules";

/** What the form holds: all as typed. */
export type ReserveDraft = {
  kind: ListReserveBody["kind"];
  currency: Currency;
  network: Network;
  address: string;
  custodian: string;
  date: string;
  signature: string;
  balance: string;
  blockNumber: string;
  source: string;
};

/** An empty form, or one about a place that is listed, whose balance is to be said anew. */
export function draftOf(day: string, place: ReserveDto | null): ReserveDraft {
  const currency = place?.currency ?? "USDT";
  return {
    kind: place?.kind ?? "address",
    currency,
    network: place?.network ?? networksOf(currency)[0] ?? "ERC20",
    address: place?.address ?? "",
    custodian: place?.custodian ?? "",
    date: day,
    signature: "",
    balance: "",
    blockNumber: "",
    source: place?.source ?? "",
  };
}

/** Whether the key of the address has to sign. */
export const needsSignature = ({ kind, network }: Pick<ReserveDraft, "kind" | "network">) =>
  kind === "address" && signsMessages(network);

/** Whether a balance that is left out is read from the site's node of Ethereum. */
export const isRead = (
  { kind, currency, network }: Pick<ReserveDraft, "kind" | "currency" | "network">,
  { readsBalances }: Pick<AdminReservesDto, "readsBalances">,
) => readsBalances && kind === "address" && isOnEthereum(currency, network);

/** What is sent of it: nothing of the other kind of place. */
export function inputOf(draft: ReserveDraft): Record<string, string | undefined> {
  const { kind, currency, network, address, custodian, date, signature } = draft;
  const said = {
    balance: typedAmount(draft.balance, coinDecimals(currency)),
    source: draft.source,
  };
  if (kind === "custodian") return { kind, currency, custodian, ...said };
  const signed = needsSignature(draft) ? { date, signature } : {};
  return { kind, currency, network, address, ...signed, ...said, blockNumber: draft.blockNumber };
}

/** What the schema can't know, by field and by the key of its text. */
export type Missing = Partial<
  Record<
    keyof ReserveDraft,
    | "enterCustodian"
    | "wrongAddress"
    | "enterSignature"
    | "enterBalance"
    | "enterBlock"
    | "enterSource"
  >
>;

/** What a place of this kind needs and the form lacks. */
export function missingOf(
  draft: ReserveDraft,
  site: Pick<AdminReservesDto, "readsBalances">,
): Missing {
  const missing: Missing = {};
  const isBlank = (field: keyof ReserveDraft) => draft[field].trim() === "";
  const isAddress = draft.kind === "address";
  if (!isAddress && isBlank("custodian")) missing.custodian = "enterCustodian";
  if (isAddress && !isValidAddress(draft.network, draft.address.trim())) {
    missing.address = "wrongAddress";
  }
  if (needsSignature(draft) && isBlank("signature")) missing.signature = "enterSignature";
  if (isBlank("balance") && isRead(draft, site)) return missing;
  if (isBlank("balance")) missing.balance = "enterBalance";
  if (isAddress && isBlank("blockNumber")) missing.blockNumber = "enterBlock";
  if (isBlank("source")) missing.source = "enterSource";
  return missing;
}
