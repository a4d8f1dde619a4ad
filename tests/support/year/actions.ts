import { createHash, randomUUID } from "node:crypto";
import postgres from "postgres";
import { toAppError } from "@/lib/platform/errors";
import { testDatabase } from "@/tests/support/database";
import { FEE_PPM, PAYOUT_PPM, type YearOption, type YearSaving } from "./books";
import type { Quote } from "./market";
import type { Random } from "./random";
import type { Town } from "./town";

const HASH = createHash("sha256").update("year").digest();

const connect = () =>
  postgres(testDatabase().ownerUrl, {
    max: 8,
    idle_timeout: 1,
    types: { bigint: postgres.BigInt },
    onnotice: () => undefined,
  });
let connection: ReturnType<typeof connect> | undefined;
/** The site's login does each of these by the site's own rules alone; a year of them needs the bare events. */
const owner = () => {
  connection ??= connect();
  return connection;
};

const REFUSALS = [
  "INSUFFICIENT_BALANCE",
  "INSUFFICIENT_USDT_BALANCE",
  "INSUFFICIENT_XAUT_BALANCE",
  "TRADE_AMOUNT_OUT_OF_RANGE",
];

/** What all of a day's orders share. */
export type Day = {
  day: number;
  quote: Quote;
  options: YearOption[];
  count: { done: number; refused: number };
};
type Order = (town: Town, random: Random, user: string, day: Day) => () => Promise<void>;

const spot: Order = ({ books }, random, user, { quote }) => {
  const side = random.pick(["buy", "sell"] as const);
  const amount = side === "buy" ? random.micro(400) : random.micro(1) / 10n + 1_000n;
  return async () => {
    await owner()`SELECT o_trade_id FROM accept_spot_trade(${randomUUID()}, ${HASH}, ${user}, ${side}, ${amount}, NULL, ${FEE_PPM})`;
    books.spot(user, side, amount, quote);
  };
};

const convert: Order = ({ books }, random, user, { quote }) => {
  const direction = random.pick(["store", "store", "retrieve"] as const);
  const amount =
    direction === "store" ? random.micro(300) + 10_000_000n : random.micro(1) / 20n + 1n;
  return async () => {
    await owner()`SELECT o_id FROM accept_conversion(${randomUUID()}, ${HASH}, ${user}, ${direction}, 'USDT', ${amount}, NULL, NULL)`;
    books.convert(user, direction, amount, quote);
  };
};

const option: Order = (_town, random, user, { options }) => {
  const up = random.whole(2) === 0;
  const stake = random.micro(100) + 1_000_000n;
  return async () => {
    await owner()`SELECT o_trade_id FROM open_option(${randomUUID()}, ${HASH}, ${user}, ${up ? "up" : "down"}, ${stake}, 60,
      ${Number(PAYOUT_PPM)}, 1000000, 1000000000, NULL, 1, NULL, NULL)`;
    options.push({ user, up, stake });
  };
};

const save: Order = ({ books, plans }, random, user, { day }) => {
  const plan = random.pick(plans);
  const principal = plan.currency === "USDT" ? random.micro(800) : random.micro(1) / 5n + 1_000n;
  return async () => {
    const [made] = await owner()<{ id: string }[]>`
      SELECT o_record_id AS id FROM saving_subscribe(${randomUUID()}, ${HASH}, ${user}, ${plan.id}, ${principal})`;
    if (made) books.save({ id: made.id, user, plan, principal, startDay: day + 1 });
  };
};

/** Of some live saving: whose turn it is does not matter, as long as nobody else picks the same today. */
function refund(saving: YearSaving, { books }: Town, { day }: Day): () => Promise<void> {
  return async () => {
    await owner()`SELECT o_replayed FROM saving_refund(${randomUUID()}, ${HASH}, ${saving.user}, ${saving.id})`;
    books.refund(saving, day);
  };
}

/** Of each withdrawal, in micro-units of USDT. */
const WITHDRAWAL_FEE = 500_000n;

/** Asked for, and decided at once: most are paid, the rest rejected. */
const withdraw: Order = ({ books }, random, user) => {
  const amount = random.micro(300) + 10_000_000n;
  const isPaid = random.whole(4) > 0;
  return async () => {
    const id = randomUUID();
    await owner().begin(async (tx) => {
      await tx`INSERT INTO withdrawal (id, user_id, currency, network, address, amount_micro, fee_micro, created_at)
        VALUES (${id}, ${user}, 'USDT', 'TRC20', 'T', ${amount}, ${WITHDRAWAL_FEE}, app_now())`;
      await tx`SELECT ledger_hold(${`hold:${id}`}, ${HASH}, ${user}, ${user}, ${amount}, ${id})`;
    });
    await owner().begin(async (tx) => {
      await tx`UPDATE withdrawal SET status = ${isPaid ? "completed" : "failed"},
        transaction_hash = ${isPaid ? id : null}, processed_at = app_now(), processed_by_id = ${user} WHERE id = ${id}`;
      if (isPaid)
        await tx`SELECT ledger_settle_hold(${`pay:${id}`}, ${HASH}, NULL, ${user}, ${amount}, ${WITHDRAWAL_FEE}, ${id})`;
      else
        await tx`SELECT ledger_release(${`release:${id}`}, ${HASH}, NULL, ${user}, ${amount}, ${id})`;
    });
    if (isPaid) books.withdraw(user, amount, WITHDRAWAL_FEE);
  };
};

const ORDERS: Order[] = [
  spot,
  spot,
  spot,
  convert,
  convert,
  option,
  option,
  option,
  save,
  save,
  withdraw,
];

/** A day's orders of random users, several at a time. A refused one changes nothing. */
export async function tradeAllDay(
  town: Town,
  random: Random,
  day: Day,
  orders: number,
  lanes: number,
): Promise<void> {
  const refundable = [...town.books.live.values()];
  const work: (() => Promise<void>)[] = [];
  for (let n = 0; n < orders; n++) {
    const isRefund = refundable.length > 0 && random.whole(12) === 0;
    const [saving] = isRefund ? refundable.splice(random.whole(refundable.length), 1) : [];
    work.push(
      saving
        ? refund(saving, town, day)
        : random.pick(ORDERS)(town, random, random.pick(town.users), day),
    );
  }
  const lane = async () => {
    for (let order = work.pop(); order; order = work.pop()) {
      try {
        await order();
        day.count.done += 1;
      } catch (error) {
        if (!REFUSALS.includes(toAppError(error).code)) throw error;
        day.count.refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
