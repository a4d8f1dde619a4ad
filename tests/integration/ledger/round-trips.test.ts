import { POST as subscribe } from "@/app/api/savings/user/create/route";
import { POST as refund } from "@/app/api/savings/user/refund/[id]/route";
import { POST as withdraw } from "@/app/api/withdrawals/route";
import { MICRO } from "@/lib/platform/money";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import { signedInUser } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { StatementLog } from "@/tests/support/sql/statement-log";
import { give, newKey, open, openMarket, type TestTrader, tick } from "../trading/support";

const WITHDRAW_PASSWORD = "withdraw me";

const withdrawal = {
  ...{ currency: "USDT", network: "TRC20", address: ADDRESSES.TRC20, amount: "100" },
  withdrawPassword: WITHDRAW_PASSWORD,
};

/** What is read for any request and kept for a while after, what a loop does beside it, a new connection first, and wrong passwords counted. */
const BESIDE =
  /FROM session|"public"\."setting"|FROM fill_due\(|log_head|log_queue|pg_catalog|rate_limit/;
/** Statements by what they do. One that is none of these is shown as it was sent. */
const NAMES = [
  "open_user_option",
  "accept_spot_trade",
  "accept_conversion",
  "saving_start",
  "saving_end",
  "withdrawal_ask",
  "app_user",
];
const nameOf = (sent: string) => NAMES.find((name) => sent.includes(name)) ?? sent;

let log: StatementLog;
let person: TestTrader;
let savingId: string;
let recordId: string;

beforeAll(async () => {
  log = await StatementLog.on(testDatabase());
  await openMarket();
  await fundInterest(1_000n * MICRO);
  savingId = (await createPlanRow()).id;
  person = await signedInUser({ withdrawPassword: WITHDRAW_PASSWORD });
  await give({ user: person.user.id, kind: "available", currency: "USDT" }, 10_000n * MICRO);
  await give({ user: person.user.id, kind: "available", currency: "XAUT" }, 10n * MICRO);
  await testDatabase().query(
    "INSERT INTO risk_acceptance (user_id, product, version) SELECT id, 'option', 1 FROM app_user",
  );
  await tick("4000");
});

type Send = () => Promise<{ status: number; body: unknown }>;
const post =
  (route: Parameters<typeof callRoute>[0], path: string, body: object, params = {}) =>
  () =>
    callRoute(route, { path, body, params, token: person.token, idempotencyKey: newKey() });

const saving = async () => {
  const answer = await post(subscribe, "/api/savings/user/create", { savingId, amount: "100" })();
  recordId = (answer.body as unknown as { record: { id: string } }).record.id;
  return answer;
};

it.each<[string, Send, string[]]>([
  ["an option", () => open(person), ["open_user_option"]],
  // Besides what decides: whose password it is.
  [
    "a withdrawal",
    () => post(withdraw, "/api/withdrawals", withdrawal)(),
    ["app_user", "withdrawal_ask"],
  ],
  ["a subscription", saving, ["saving_start"]],
  [
    "a saving ended",
    () => post(refund, `/api/savings/user/refund/${recordId}`, {}, { id: recordId })(),
    ["saving_end"],
  ],
])("%s takes these statements and no others", async (_, send, statements) => {
  let answer: Awaited<ReturnType<Send>> | undefined;
  const sent = await log.during(async () => {
    answer = await send();
  });
  expect(answer?.status).toBeLessThan(203);
  expect(sent.filter((one) => !BESIDE.test(one)).map(nameOf)).toEqual(statements);
});
