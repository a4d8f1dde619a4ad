import { optionOutcome } from "@/lib/ledger/outcome-rules";
import type { OptionDirection } from "@/lib/ledger/schema";
import { mulDivHalfEven } from "@/lib/platform/money";

type Wallet = { available: bigint; held: bigint; escrow: bigint };
type Position = { user: string; direction: OptionDirection; stake: bigint; collateral: bigint };

/**
 * The ledger as plain arithmetic in memory: what acknowledged calls must have come to. It knows
 * nothing of accounts, locks or SQL, so it can't share a mistake with them.
 */
export class LedgerModel {
  readonly wallets = new Map<string, Wallet>();
  readonly positions = new Map<string, Position>();
  outside = 0n;
  fees = 0n;
  pool = 0n;

  wallet(user: string): Wallet {
    const known = this.wallets.get(user);
    if (known) return known;
    const fresh = { available: 0n, held: 0n, escrow: 0n };
    this.wallets.set(user, fresh);
    return fresh;
  }

  deposit(user: string, amount: bigint): void {
    this.wallet(user).available += amount;
    this.outside -= amount;
  }

  transfer(from: string, to: string, amount: bigint): void {
    this.wallet(from).available -= amount;
    this.wallet(to).available += amount;
  }

  hold(user: string, amount: bigint): void {
    this.wallet(user).available -= amount;
    this.wallet(user).held += amount;
  }

  release(user: string, amount: bigint): void {
    this.hold(user, -amount);
  }

  payOut(user: string, amount: bigint, fee: bigint): void {
    this.wallet(user).held -= amount;
    this.outside += amount - fee;
    this.fees += fee;
  }

  open(tradeId: string, position: Omit<Position, "collateral">, ratePpm: bigint): void {
    const collateral = mulDivHalfEven(position.stake, ratePpm, 1_000_000n);
    this.positions.set(tradeId, { ...position, collateral });
    this.wallet(position.user).available -= position.stake;
    this.wallet(position.user).escrow += position.stake;
    this.pool -= collateral;
  }

  settle(tradeId: string, entryE8: bigint, exitE8: bigint): void {
    const position = this.positions.get(tradeId);
    if (!position) throw new Error(`${tradeId} was settled twice or never opened`);
    this.positions.delete(tradeId);
    const { user, stake, collateral, direction } = position;
    const outcome = optionOutcome(direction, entryE8, exitE8);
    const payout = outcome === "won" ? stake + collateral : outcome === "lost" ? 0n : stake;
    this.wallet(user).escrow -= stake;
    this.wallet(user).available += payout;
    this.pool += stake + collateral - payout;
  }

  /** Everything there is, which must stay zero. */
  total(): bigint {
    const escrowed = [...this.positions.values()].reduce((sum, p) => sum + p.collateral, 0n);
    const users = [...this.wallets.values()].reduce(
      (sum, w) => sum + w.available + w.held + w.escrow,
      0n,
    );
    return users + escrowed + this.outside + this.fees + this.pool;
  }
}
