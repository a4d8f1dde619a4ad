import { randomBytes } from "node:crypto";
import { mulDivHalfEven, PPM, parseMicro } from "@/lib/platform/money";
import {
  LoadClient,
  type Outcome,
  pick,
  type Request,
  randomKey,
  think,
} from "@/tests/support/load-client";
import { until } from "@/tests/support/poll";
import type { Cluster } from "./cluster";

// People and staff at work on a site, and what they were told: all of that has to be true in the end,
// whatever was killed meanwhile.

const PASSWORD = "secret-1";
const WITHDRAW_PASSWORD = "withdraw-1";
const TRON_ADDRESS = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
const WITHDRAWN = "12.345678";
const OPENING = "1000";

type Person = {
  id: string;
  token: string;
  /** What staff were told that they gave, micro-units. */
  givenMicro: bigint;
  /** Stakes by option. */
  options: Map<string, bigint>;
  /** What became of withdrawals, as far as somebody was told: "pending", "cancelled", "failed" or "completed". */
  withdrawals: Map<string, string>;
};
type Staff = { token: string };

const micro = (text: string): bigint => {
  const amount = parseMicro(text);
  if (amount === null) throw new Error(`${text} is no amount`);
  return amount;
};

export class Traders {
  readonly people: Person[] = [];
  readonly staff: Staff[] = [];
  readonly client: LoadClient;
  private readonly admin = { token: "" };

  constructor(private readonly site: Pick<Cluster, "url" | "ask">) {
    this.client = new LoadClient([site.url]);
  }

  /** Opens accounts with money, and lets options be short. */
  async prepare(people: number, staff: number): Promise<void> {
    this.admin.token = await this.signIn("admin", "admin-for-tests");
    await this.succeed({
      method: "PUT",
      path: "/api/settings/config",
      token: this.admin.token,
      body: {
        optionEntryDelayMs: 0,
        optionDurations: [
          { seconds: 5, payoutRate: "0.80" },
          { seconds: 10, payoutRate: "0.80" },
        ],
        dailyTradeLimit: 100_000,
        withdrawalHoldHours: 0,
        withdrawalDailyLimit: "100000000",
        password: "admin-for-tests",
      },
    });
    // Each is signed in by a session of its own.
    for (let n = 0; n < staff; n++)
      this.staff.push({ token: await this.signIn("admin", "admin-for-tests") });
    for (let begun = 0; begun < people; begun += 10) {
      const some = Array.from({ length: Math.min(10, people - begun) }, () => this.join());
      this.people.push(...(await Promise.all(some)));
    }
  }

  /** Lets everybody act until `until` says so. */
  async act(isOver: () => boolean, thinkMs: number): Promise<void> {
    await Promise.all([
      ...this.people.map((person) => this.actAsUser(person, isOver, thinkMs)),
      ...this.staff.map((one) => this.actAsStaff(one, isOver, thinkMs / 2)),
    ]);
  }

  private async signIn(usernameOrEmail: string, password: string): Promise<string> {
    const body = { usernameOrEmail, password };
    return String(
      (await this.succeed({ method: "POST", path: "/api/auth/login", token: "", body })).token,
    );
  }

  private async succeed(request: Request): Promise<Outcome["body"]> {
    const { status, body } = await this.client.send(request);
    if (status >= 300)
      throw new Error(`${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  private async join(): Promise<Person> {
    const username = `u${randomBytes(6).toString("hex")}`;
    const body = {
      username,
      email: `${username}@example.com`,
      country: "Kenya",
      countryCode: "+254",
      phoneNumber: "712345678",
      gender: "Female",
      password: PASSWORD,
    };
    const { user, token } = (await this.succeed({
      method: "POST",
      path: "/api/auth/register",
      token: "",
      body,
    })) as { user: { id: string }; token: string };
    const person = {
      id: user.id,
      token,
      givenMicro: 0n,
      options: new Map(),
      withdrawals: new Map(),
    };
    await this.give(this.admin, person, OPENING);
    await this.succeed({
      method: "POST",
      path: "/api/user/accept-risk",
      token,
      body: { product: "option" },
    });
    await this.succeed({
      method: "PUT",
      path: "/api/user/set-withdraw-password",
      token,
      body: { password: PASSWORD, withdrawPassword: WITHDRAW_PASSWORD },
    });
    return person;
  }

  private async give({ token }: Staff, person: Person, amount: string): Promise<void> {
    const { status } = await this.client.send({
      method: "PUT",
      path: `/api/admin/users/${person.id}/manage-balance`,
      token,
      key: randomKey(),
      body: { amount, operation: "add", reason: "A gift of the test" },
    });
    if (status === 200) person.givenMicro += micro(amount);
  }

  private async actAsUser(person: Person, isOver: () => boolean, thinkMs: number): Promise<void> {
    while (!isOver()) {
      const dice = Math.random();
      if (dice < 0.7) await this.trade(person);
      else if (dice < 0.85) await this.withdraw(person);
      else
        await this.client.send({ method: "GET", path: "/api/auth/balance", token: person.token });
      await think(thinkMs);
    }
  }

  private async trade({ token, options }: Person): Promise<void> {
    const amount = `${1 + Math.floor(Math.random() * 9)}.${randomBytes(2).readUInt16BE() % 10}00001`;
    const { status, body } = await this.client.send({
      method: "POST",
      path: "/api/trades",
      token,
      key: randomKey(),
      body: { type: "option", direction: pick(["up", "down"]), amount, duration: pick([5, 10]) },
    });
    if (status !== 201) return;
    const { id } = body.trade as { id: string };
    expect(options.has(id)).toBe(false);
    options.set(id, micro(amount));
  }

  private async withdraw({ token, withdrawals }: Person): Promise<void> {
    const { status, body } = await this.client.send({
      method: "POST",
      path: "/api/withdrawals",
      token,
      key: randomKey(),
      body: {
        currency: "USDT",
        network: "TRC20",
        address: TRON_ADDRESS,
        amount: WITHDRAWN,
        withdrawPassword: WITHDRAW_PASSWORD,
      },
    });
    if (status !== 201) return;
    const { id } = body.withdrawal as { id: string };
    expect(withdrawals.has(id)).toBe(false);
    withdrawals.set(id, "pending");
    if (Math.random() < 0.5) return;
    const path = `/api/withdrawals/${id}/cancel`;
    const cancelled = await this.client.send({ method: "PUT", path, token, body: {} });
    if (cancelled.status === 200) withdrawals.set(id, "cancelled");
  }

  private async actAsStaff(one: Staff, isOver: () => boolean, thinkMs: number): Promise<void> {
    const { token } = one;
    while (!isOver()) {
      if (Math.random() < 0.4) await this.give(one, pick(this.people), "1.000001");
      const path = "/api/admin/withdrawals?limit=50";
      const { body } = await this.client.send({ method: "GET", path, token });
      const rows = (body.withdrawals ?? []) as { id: string; status: string }[];
      const open = rows.filter(({ status }) => ["pending", "processing"].includes(status));
      if (open.length > 0) await this.process(one, pick(open).id);
      await think(thinkMs);
    }
  }

  private async process({ token }: Staff, id: string): Promise<void> {
    const action = pick(["approve", "complete", "reject"]);
    const { status } = await this.client.send({
      method: "PUT",
      path: `/api/admin/withdrawals/${id}/process`,
      token,
      body: {
        action,
        adminNotes: "load test",
        ...(action === "complete" ? { transactionHash: randomBytes(32).toString("hex") } : {}),
      },
    });
    const owner = this.people.find(({ withdrawals }) => withdrawals.has(id));
    if (status !== 200 || action === "approve" || !owner) return;
    owner.withdrawals.set(id, action === "reject" ? "failed" : "completed");
  }

  /** Waits until no option is open any more. */
  async untilSettled(timeoutMs = 90_000): Promise<void> {
    const count = "SELECT count(*)::int AS open FROM trade WHERE status = 'open'";
    const isSettled = async () => (await this.site.ask<{ open: number }>(count))[0]?.open === 0;
    await until("all options are settled", isSettled, timeoutMs);
  }

  /** What is wrong in the end, of all that anybody was told; empty when it is all true. */
  async faults(): Promise<string[]> {
    const faults: string[] = [];
    const [trades, withdrawals, balances] = await Promise.all([
      this.site.ask<TradeRow>(TRADES),
      this.site.ask<{ id: string; user_id: string; status: string }>(
        "SELECT id, user_id, status FROM withdrawal",
      ),
      this.site.ask<{ id: string; available: string }>(
        `SELECT owner_id AS id, sum(balance_micro)::text AS available FROM ledger_account
         WHERE kind = 'available' AND currency = 'USDT' GROUP BY owner_id`,
      ),
    ]);
    // A run in which one kind of order was always refused would prove nothing about it.
    for (const [kind, count] of Object.entries(this.acknowledged)) {
      if (count === 0) faults.push(`no ${kind} were acknowledged`);
    }
    for (const trade of trades) faults.push(...faultsOfOption(trade));
    for (const person of this.people) {
      const mine = trades.filter(({ user_id }) => user_id === person.id);
      const held = withdrawals.filter(({ user_id }) => user_id === person.id);
      const say = (text: string) => faults.push(`${person.id}: ${text}`);
      for (const [id, stake] of person.options) {
        const trade = mine.find((one) => one.id === id);
        if (!trade) say(`option ${id} is lost`);
        else if (BigInt(trade.amount_micro) !== stake) say(`option ${id} has another stake`);
      }
      // What was never answered may have been done.
      if (mine.length > person.options.size && this.client.lost.length === 0) {
        say(`${mine.length} options, of which ${person.options.size} were acknowledged`);
      }
      for (const [id, status] of person.withdrawals) {
        const row = held.find((one) => one.id === id);
        if (!row) say(`withdrawal ${id} is lost`);
        // Nobody may have been told what became of a pending one.
        else if (status !== "pending" && row.status !== status)
          say(`withdrawal ${id} is ${row.status}, not ${status}`);
      }
      if (held.length > person.withdrawals.size && this.client.lost.length === 0) {
        say(`${held.length} withdrawals, of which ${person.withdrawals.size} were acknowledged`);
      }
      const expected =
        person.givenMicro +
        mine.reduce((sum, trade) => sum + returnOf(trade) - BigInt(trade.amount_micro), 0n) -
        BigInt(held.filter(({ status }) => !/^(cancelled|failed)$/.test(status)).length) *
          micro(WITHDRAWN);
      const available = balances.find(({ id }) => id === person.id)?.available ?? "0";
      if (BigInt(available) !== expected) say(`has ${available}, and should have ${expected}`);
    }
    return faults;
  }

  /** How many of each kind of order somebody was told that they were taken. */
  get acknowledged(): { options: number; withdrawals: number } {
    const count = (of: (person: Person) => number) =>
      this.people.reduce((sum, person) => sum + of(person), 0);
    return {
      options: count(({ options }) => options.size),
      withdrawals: count(({ withdrawals }) => withdrawals.size),
    };
  }
}

type TradeRow = {
  id: string;
  user_id: string;
  status: string;
  direction: string;
  amount_micro: string;
  payout_rate_ppm: number;
  entry_tick_seq: string | null;
  exit_tick_seq: string | null;
  own_entry: string | null;
  own_exit: string | null;
  entry_price: string | null;
  exit_price: string | null;
  settlements: string;
};

// The rules anew, in words of their own: entered at the first price that nobody could know when it was opened, settled at
// the last one up to its end.
const TRADES = `SELECT t.id, t.user_id, t.status, t.direction, t.amount_micro::text, t.payout_rate_ppm,
    t.entry_tick_seq::text, t.exit_tick_seq::text, e.seq::text AS own_entry, x.seq::text AS own_exit,
    e.price_e8::text AS entry_price, x.price_e8::text AS exit_price,
    coalesce(s.settlements, 0)::text AS settlements
  FROM trade t
  LEFT JOIN (
    SELECT l.reference_id, count(DISTINCT j.id) AS settlements
    FROM ledger_transfer l JOIN ledger_journal j ON j.id = l.journal_id
    WHERE j.kind = 'option_settle' GROUP BY l.reference_id) s ON s.reference_id = t.id
  LEFT JOIN LATERAL (
    SELECT m.seq, m.price_e8 FROM market_tick m
    WHERE m.at > t.opened_at AND m.known_at > t.opened_at AND NOT m.contested
      AND m.at <= t.opened_at + interval '10 seconds'
    ORDER BY m.seq LIMIT 1) e ON true
  LEFT JOIN LATERAL (
    SELECT m.seq, m.price_e8 FROM market_tick m
    WHERE m.at BETWEEN t.expires_at - interval '10 seconds' AND t.expires_at ORDER BY m.seq DESC LIMIT 1) x ON true
  WHERE t.type = 'option'`;

/** How an option has to have ended. */
function outcomeOf({ direction, entry_price, exit_price }: TradeRow): string {
  if (entry_price === null || exit_price === null) return "void";
  if (entry_price === exit_price) return "refunded";
  return BigInt(exit_price) > BigInt(entry_price) === (direction === "up") ? "won" : "lost";
}

/** What its owner has to have got back, micro-units. */
function returnOf(trade: TradeRow): bigint {
  const stake = BigInt(trade.amount_micro);
  const outcome = outcomeOf(trade);
  if (outcome === "lost") return 0n;
  if (outcome !== "won") return stake;
  return stake + mulDivHalfEven(stake, BigInt(trade.payout_rate_ppm), PPM);
}

function faultsOfOption(trade: TradeRow): string[] {
  const { id, status, own_entry, own_exit, entry_tick_seq, exit_tick_seq, settlements } = trade;
  const faults: string[] = [];
  const outcome = outcomeOf(trade);
  if (status !== outcome) faults.push(`option ${id} is ${status}, not ${outcome}`);
  if (entry_tick_seq !== own_entry)
    faults.push(`option ${id} was entered at ${entry_tick_seq}, not at ${own_entry}`);
  if (outcome !== "void" && exit_tick_seq !== own_exit)
    faults.push(`option ${id} was settled at ${exit_tick_seq}, not at ${own_exit}`);
  if (Number(settlements) > 1) faults.push(`option ${id} was settled ${settlements} times`);
  return faults;
}
