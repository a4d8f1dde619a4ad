import { may, type StaffRights } from "@/lib/sessions/permission-rules";
import type { SameHash } from "./payment-schema";

type Payment = {
  address: string;
  transactionHash: string | null;
  sameHash: SameHash;
  flags: readonly unknown[];
};

const SHOWN = 4;
const shortened = (text: string) =>
  text.length > 2 * SHOWN ? `${text.slice(0, SHOWN)}…${text.slice(-SHOWN)}` : text;

/**
 * A payment as a member of staff may see it: who does not see proofs reads its state, but no whole
 * address or hash, and nothing of what flags say about other people.
 */
export function shownTo<P extends Payment>(reader: StaffRights, payment: P): P {
  if (may(reader, "proofs.read")) return payment;
  const { address, transactionHash } = payment;
  return {
    ...payment,
    address: shortened(address),
    transactionHash: transactionHash === null ? null : shortened(transactionHash),
    sameHash: [],
    flags: [],
  };
}
