import {
  ACCEPTED_MS,
  type AcceptedPrice,
  judgeMove,
  type PauseReason,
} from "@/lib/market/pause-rules";
import { exchangeOf, type IndexTick } from "@/lib/market/rules";
import type { FeedContext } from "./context";
import type { Session } from "./leader";
import { monotonicMs } from "./timing";

async function readReason(client: Session): Promise<PauseReason | null> {
  const { rows } = await client.query<{ reason: PauseReason | null }>(
    "SELECT pause_reason AS reason FROM market_head",
  );
  return rows[0]?.reason ?? null;
}

/** The live prices of the last hour with some that could be traded on, on the process's clock. */
async function readAccepted(client: Session): Promise<AcceptedPrice[]> {
  const nowMs = monotonicMs();
  const { rows } = await client.query<{ age_ms: number; price_e8: string }>(
    `SELECT (extract(epoch FROM app_now() - m.at) * 1000)::float8 AS age_ms, m.price_e8
     FROM (SELECT at FROM market_tick WHERE NOT contested AND NOT simulated ORDER BY at DESC LIMIT 1) AS last
     JOIN market_tick m ON m.at >= last.at - $1 * interval '1 millisecond' AND NOT m.contested AND NOT m.simulated
     ORDER BY m.at`,
    [ACCEPTED_MS],
  );
  return rows.map((row) => ({ atMs: nowMs - row.age_ms, priceE8: BigInt(row.price_e8) }));
}

/** Pauses trading while one exchange alone shows a price too far from the last ones. */
export class PriceGuard {
  private constructor(
    private readonly context: FeedContext,
    private accepted: AcceptedPrice[],
    private reason: PauseReason | null,
  ) {}

  static async of(context: FeedContext): Promise<PriceGuard> {
    const { client } = context;
    return new PriceGuard(context, await readAccepted(client), await readReason(client));
  }

  /** Whether a tick must not be traded on. What could not be noted is tried again at the next one. */
  async isPaused(tick: IndexTick, isContested: boolean): Promise<boolean> {
    const isAlone = new Set(tick.quotes.map(({ source }) => exchangeOf(source))).size < 2;
    try {
      if (!isAlone && !isContested) await this.change(null, "sources_agree");
      else if (this.reason !== null && (await readReason(this.context.client)) === null) {
        // Staff have looked at it: the level of now counts, whatever came before.
        this.accepted = [];
        this.reason = null;
        this.context.emit({ level: "info", event: "price_resumed", detail: "staff" });
      } else if (isAlone && this.reason === null) {
        const maxMovePpm = this.context.maxMovePpm();
        await this.change(judgeMove(this.accepted, tick.priceE8, monotonicMs(), maxMovePpm), "");
      }
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.context.emit({ level: "alert", event: "pause_not_noted", detail });
      return true;
    }
    return this.reason !== null;
  }

  /** Keeps what could be traded on, for an hour. */
  accept(priceE8: bigint): void {
    const nowMs = monotonicMs();
    this.accepted.push({ atMs: nowMs, priceE8 });
    while ((this.accepted[0]?.atMs ?? nowMs) < nowMs - ACCEPTED_MS) this.accepted.shift();
  }

  private async change(reason: PauseReason | null, detail: string): Promise<void> {
    if (reason === this.reason) return;
    await this.context.client.query("SELECT market_pause($1)", [reason]);
    this.reason = reason;
    if (reason) this.context.emit({ level: "alert", event: "price_paused", detail: reason });
    else this.context.emit({ level: "info", event: "price_resumed", detail });
  }
}
