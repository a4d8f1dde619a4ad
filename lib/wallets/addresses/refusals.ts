import type { Db } from "@/lib/platform/db";
import { invalidField } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import type { Network } from "@/lib/wallets/rules";
import { readAddress, unspendable } from "./rules";

/**
 * Refuses an address that is none of its network, or where nobody can spend what it gets.
 * @throws AppError VALIDATION with the cause
 */
export function refuseAddress(network: Network, address: string): void {
  const reading = readAddress(network, address);
  if ("problem" in reading) {
    throw invalidField("address", text(`errors.address.${reading.problem}`, reading.values));
  }
  const cause = unspendable(network, reading.address);
  if (cause) throw invalidField("address", text(`errors.address.${cause}`));
}

/** Refuses to pay the site's own deposit addresses, also those of earlier. @throws AppError VALIDATION */
export async function refuseOwnWallet(db: Db, address: string): Promise<void> {
  const [found] = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM wallet WHERE EXISTS (
      SELECT FROM unnest(array_append(former_addresses, address)) AS own
      WHERE own = ${address} OR (own ~* '^(0x|bc1)' AND lower(own) = lower(${address})))
    LIMIT 1`;
  if (found) throw invalidField("address", text("errors.address.ownWallet"));
}
