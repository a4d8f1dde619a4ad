import { PUT as processDeposit } from "@/app/api/admin/deposits/[id]/process/route";
import { PUT as processWithdrawal } from "@/app/api/admin/withdrawals/[id]/process/route";
import { balancesOf } from "@/lib/ledger/data";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { creditUser, reportDeposit } from "@/tests/factories/deposits";
import { createTestUser, signedInAdmin, signInAs } from "@/tests/factories/users";
import { ADDRESSES, createWalletRow } from "@/tests/factories/wallets";
import { type ApiResponse, callRoute } from "@/tests/support/api";
import { holdFunds } from "@/tests/support/ledger/posting";
import { asOwner } from "@/tests/support/owner";
import { Random } from "@/tests/support/year/random";
import { fundTreasury, manageBalance } from "./support";

const ADMINS = 10;
const STEPS = 24;
const USERS = 6;
const DEPOSITS = 30;
const WITHDRAWALS = 30;
const SEED = 20_261_121;
const OPENING_MICRO = 1_000_000_000n;
const WITHDRAWAL_MICRO = 20_000_000n;

type Person = { id: string; name: string; token: string };
type Kind = "deposit" | "withdrawal" | "balance";
/** What somebody wants to do, once. */
type Deed = { kind: Kind; id: string; action: string; key: string; admin: string };
type Body = {
  deposit?: { creditedUsdt: string | null };
  after?: string;
  code?: string;
  message?: string;
};
type Accepted = Deed & { body: Body };

const accepted: Accepted[] = [];
const refused: { code?: string; message?: string }[] = [];
const replays: [Body, Body][] = [];
let admins: Person[];
let users: string[];
let deposits: { id: string; userId: string }[];
let withdrawals: { id: string; userId: string }[];

const spread = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

async function askedWithdrawal(userId: string): Promise<{ id: string; userId: string }> {
  return asOwner().$transaction(async (tx) => {
    const { id } = await tx.withdrawal.create({
      data: {
        userId,
        currency: "USDT",
        network: "TRC20",
        address: ADDRESSES.TRC20,
        amountMicro: WITHDRAWAL_MICRO,
      },
    });
    const key = `withdrawal:${id}:hold`;
    const held = { key, actorId: userId, userId, amountMicro: WITHDRAWAL_MICRO, withdrawalId: id };
    await holdFunds(held, tx);
    return { id, userId };
  });
}

/**
 * Sends a deed until there is an answer to it, as the panel does: one that is still under way, or for which no connection
 * was free in time, is sent again.
 */
async function send(deed: Deed, body: object, token: string): Promise<ApiResponse<Body>> {
  const { kind, id, key: idempotencyKey } = deed;
  const options = { method: "PUT", token, params: { id }, body, idempotencyKey };
  for (;;) {
    const answer: ApiResponse<Body> =
      kind === "balance"
        ? await manageBalance(token, id, body, idempotencyKey)
        : await callRoute<Body>(kind === "deposit" ? processDeposit : processWithdrawal, options);
    const isRepeated = ["REQUEST_IN_PROGRESS", "SERVICE_UNAVAILABLE"].includes(
      answer.body.code ?? "",
    );
    if (!isRepeated) return answer;
  }
}

/** The ways in which one intention reaches the server more than once. */
const MODES = ["once", "double click", "lost answer", "two tabs"] as const;

async function attempt(
  deed: Deed,
  body: object,
  token: string,
  mode: (typeof MODES)[number],
): Promise<void> {
  const note = (key: string, answer: ApiResponse<Body>) => {
    if (answer.status === 200) accepted.push({ ...deed, key, body: answer.body });
    else refused.push(answer.body);
  };
  const first = send(deed, body, token);
  if (mode === "two tabs") {
    // Another key is another intention; what it does must be refused by the state alone.
    const other = { ...deed, key: `${deed.key}-tab-2` };
    const [one, two] = await Promise.all([first, send(other, body, token)]);
    note(deed.key, one);
    note(other.key, two);
    return;
  }
  const again = mode === "double click" ? send(deed, body, token) : null;
  const answer = await first;
  note(deed.key, answer);
  const repeated = mode === "lost answer" ? await send(deed, body, token) : await again;
  if (repeated) replays.push([answer.body, repeated.body]);
}

/** One person's day: seeded, so that a failure can be looked at again. */
async function work(person: Person, index: number): Promise<void> {
  const random = new Random(SEED + index);
  const pick = <T>(list: readonly T[]): T => random.pick(list);
  const hexHash = () => Array.from({ length: 64 }, () => random.whole(16).toString(16)).join("");
  for (let step = 0; step < STEPS; step += 1) {
    const kind = pick(["deposit", "withdrawal", "withdrawal", "balance"] as const);
    const key = `admin-${index}-step-${step}`;
    const mode = pick(MODES);
    if (kind === "balance") {
      const operation = pick(["add", "subtract"]);
      const amount = formatMicro(random.micro(5));
      const deed = { kind, id: pick(users), action: operation, key, admin: person.id };
      const body = { amount, operation, reason: "A good reason" };
      await attempt({ ...deed, action: `${operation} ${amount}` }, body, person.token, mode);
      continue;
    }
    const { id } = pick(kind === "deposit" ? deposits : withdrawals);
    const action = pick(
      kind === "deposit"
        ? ["confirm", "confirm", "reject"]
        : ["approve", "approve", "complete", "complete", "reject"],
    );
    const body = {
      action,
      ...(action === "reject" ? { adminNotes: "Not ours" } : {}),
      ...(action === "complete" ? { transactionHash: hexHash() } : {}),
    };
    await attempt({ kind, id, action, key, admin: person.id }, body, person.token, mode);
  }
}

beforeAll(async () => {
  await fundTreasury();
  admins = await spread(ADMINS, async () => {
    const { user, token } = await signedInAdmin();
    return { id: user.id, name: user.username, token };
  });
  const people = await spread(USERS, () => createTestUser());
  users = people.map(({ id }) => id);
  for (const id of users) await creditUser(id, OPENING_MICRO);
  const wallet = await createWalletRow();
  const tokens = await Promise.all(people.map(signInAs));
  deposits = await spread(DEPOSITS, async (n) => {
    const amount = `${n + 1}.${n}1`;
    const { body } = await reportDeposit(tokens[n % USERS] ?? "", wallet, { amount });
    return { id: body.deposit.id, userId: users[n % USERS] ?? "" };
  });
  withdrawals = await spread(WITHDRAWALS, (n) => askedWithdrawal(users[n % USERS] ?? ""));
  await Promise.all(admins.map(work));
});

const deedsOn = (kind: Kind, id: string) =>
  accepted.filter((deed) => deed.kind === kind && deed.id === id).map(({ action }) => action);

describe("ten admins in the same queues", () => {
  it("met each other, and each was told who had been faster", () => {
    const late = refused.filter(({ code }) => code === "ALREADY_PROCESSED");
    expect(late.length).toBeGreaterThan(20);
    const names = admins.map(({ name }) => name).join("|");
    const text = new RegExp(`^This request has already been processed by (${names}) on .+ UTC$`);
    for (const { message } of late) expect(message).toMatch(text);
    const others = refused.filter(({ code }) => code !== "ALREADY_PROCESSED");
    // Completing what nobody has approved yet is the only other refusal.
    for (const { code } of others) expect(code).toBe("CONFLICT");
  });

  it("got the first answer again for every repeated key", () => {
    expect(replays.length).toBeGreaterThan(40);
    for (const [first, again] of replays) expect(again).toEqual(first);
  });

  it("processed no deposit twice, and each as the one accepted answer says", async () => {
    for (const { id } of deposits) {
      const deeds = deedsOn("deposit", id);
      const { status } = await prisma.deposit.findUniqueOrThrow({ where: { id } });
      const expected = { confirm: "completed", reject: "failed" }[deeds[0] ?? ""] ?? "pending";
      expect([deeds.length <= 1, status]).toEqual([true, expected]);
    }
    expect(deposits.some(({ id }) => deedsOn("deposit", id)[0] === "confirm")).toBe(true);
  });

  it("took each withdrawal along one path", async () => {
    const paths: Record<string, string> = {
      "": "pending",
      approve: "processing",
      "approve,complete": "completed",
      reject: "failed",
      "approve,reject": "failed",
    };
    for (const { id } of withdrawals) {
      const { status } = await prisma.withdrawal.findUniqueOrThrow({ where: { id } });
      expect(paths[deedsOn("withdrawal", id).sort().join(",")]).toBe(status);
    }
  });

  it("left balances that the accepted answers explain to the last unit", async () => {
    for (const userId of users) {
      const own = (list: typeof deposits, kind: Kind, action: string) =>
        list.filter((one) => one.userId === userId && deedsOn(kind, one.id).includes(action));
      const credited = accepted
        .filter(
          ({ kind, id }) =>
            kind === "deposit" && own(deposits, kind, "confirm").some((one) => one.id === id),
        )
        .reduce((sum, { body }) => sum + (parseMicro(body.deposit?.creditedUsdt ?? "0") ?? 0n), 0n);
      const adjusted = accepted
        .filter(({ kind, id }) => kind === "balance" && id === userId)
        .reduce((sum, { action }) => {
          const [operation, amount = "0"] = action.split(" ");
          return sum + (operation === "add" ? 1n : -1n) * (parseMicro(amount) ?? 0n);
        }, 0n);
      const all = withdrawals.filter((one) => one.userId === userId);
      const ended = (action: string) => BigInt(own(withdrawals, "withdrawal", action).length);
      const open = BigInt(all.length) - ended("complete") - ended("reject");
      const out = (open + ended("complete")) * WITHDRAWAL_MICRO;
      expect((await balancesOf(userId)).USDT).toMatchObject({
        available: OPENING_MICRO + credited + adjusted - out,
        held: open * WITHDRAWAL_MICRO,
      });
    }
  });

  it("left a ledger and an audit chain that verify, with one entry for each deed", async () => {
    const { checks } = await verifyLedger();
    expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
    const [chain] = await prisma.$queryRaw<{ broken: bigint | null }[]>`
      SELECT audit_first_broken() AS broken`;
    expect(chain?.broken).toBeNull();
    const line = (...parts: (string | null)[]) => parts.join(" ");
    const entries = await prisma.auditEntry.findMany({
      where: { actorId: { in: admins.map(({ id }) => id) } },
    });
    expect(
      entries.map((entry) => line(entry.action, entry.targetId, entry.actorId)).sort(),
    ).toEqual(
      accepted
        .map(({ kind, id, action, admin }) => line(`${kind}.${action.split(" ")[0]}`, id, admin))
        .sort(),
    );
    const keys = accepted.filter(({ kind }) => kind === "balance").length;
    const proposedById = { in: admins.map(({ id }) => id) };
    expect(await prisma.balanceAdjustment.count({ where: { proposedById } })).toBe(keys);
  });
});
