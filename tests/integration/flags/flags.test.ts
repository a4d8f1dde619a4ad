import { randomBytes } from "node:crypto";
import { GET as getDeposit } from "@/app/api/admin/deposits/[id]/route";
import { GET as listDeposits } from "@/app/api/admin/deposits/route";
import { GET as getWithdrawal } from "@/app/api/admin/withdrawals/[id]/route";
import { POST as submit } from "@/app/api/deposits/route";
import type { AdminDepositDto, DepositDto, ReviewedDepositDto } from "@/lib/deposits/schema";
import { depositFlags, withdrawalFlags } from "@/lib/flags/data";
import { prisma } from "@/lib/platform/db";
import type { ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";
import { formOf, newHash, pngImage, reportDeposit } from "@/tests/factories/deposits";
import { createTestUser, signedInAdmin, signedInUser } from "@/tests/factories/users";
import { ADDRESSES, createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { asOwner } from "@/tests/support/owner";
import { asked, decideDeposit, decideWithdrawal } from "../staff/desk-support";

type Person = Awaited<ReturnType<typeof signedInUser>>;
let admin: Awaited<ReturnType<typeof signedInAdmin>>;
let wallet: Awaited<ReturnType<typeof createWalletRow>>;
let phone = 1_155_000_000;

/** Somebody who has nothing in common with anybody, and nothing to confirm. */
async function person(overrides: Parameters<typeof signedInUser>[0] = {}): Promise<Person> {
  phone += 1;
  const made = await signedInUser({ phoneNumber: String(phone), ...overrides });
  await prisma.session.updateMany({ where: { userId: made.user.id }, data: { ip: `ip-${phone}` } });
  await prisma.user.update({ where: { id: made.user.id }, data: { emailVerifiedAt: new Date() } });
  return made;
}

beforeAll(async () => {
  admin = await signedInAdmin();
  wallet = await createWalletRow("USDT", "TRC20");
});

/** A reported deposit. The factory's picture is always the same: each gets a file of its own. */
async function report(who: Person, amount = "100", transactionHash = newHash()) {
  const { body } = await reportDeposit(who.token, wallet, { amount, transactionHash });
  const { proofFileId } = await prisma.deposit.findUniqueOrThrow({
    where: { id: body.deposit.id },
  });
  await prisma.storedFile.update({ where: { id: proofFileId }, data: { sha256: randomBytes(32) } });
  return body.deposit.id;
}

const review = async (id: string) =>
  (
    await callRoute<{ deposit: ReviewedDepositDto }>(getDeposit, {
      token: admin.token,
      params: { id },
    })
  ).body.deposit;
const reviewWithdrawal = async (id: string) =>
  (
    await callRoute<{ withdrawal: ReviewedWithdrawalDto }>(getWithdrawal, {
      token: admin.token,
      params: { id },
    })
  ).body.withdrawal;

const kinds = ({ flags }: { flags: { kind: string }[] }) => flags.map(({ kind }) => kind);

describe("a deposit", () => {
  it("of somebody with nothing to say has no flag", async () => {
    expect((await review(await report(await person()))).flags).toEqual([]);
  });

  it("says whose proof is the same picture, file for file", async () => {
    const [first, second] = [await person(), await person()];
    const proof = await pngImage();
    const send = (who: Person, picture: typeof proof) =>
      callRoute<{ deposit: DepositDto }>(submit, {
        path: "/api/deposits",
        token: who.token,
        body: formOf({ walletId: wallet.id, amount: "50", proof: picture }),
      });
    const earlier = (await send(first, proof)).body.deposit;
    const later = (await send(second, proof)).body.deposit;
    expect((await review(later.id)).flags).toMatchObject([
      {
        kind: "same-picture",
        payments: [
          { id: earlier.id, number: earlier.number, user: { username: first.user.username } },
        ],
      },
    ]);
    expect((await review(earlier.id)).flags).toEqual([]);
  });

  it("says where its hash was seen", async () => {
    const hash = newHash();
    const [first, second] = [await person(), await person()];
    const earlier = await report(first, "100", hash);
    const later = await report(second, "100", hash);
    expect((await review(later)).flags).toMatchObject([
      { kind: "same-hash", payments: [{ id: earlier }] },
    ]);
  });

  it("names who has the device, the address of the internet and the phone number too", async () => {
    const [owner, device, ip] = [await person(), await person(), await person()];
    const same = await createTestUser({ phoneNumber: owner.user.phoneNumber });
    const seen = { ip: "198.51.100.7" };
    const browsers = [
      [owner, "one"],
      [device, "one"],
      [ip, "two"],
    ] as const;
    for (const [who, userAgent] of browsers) {
      await prisma.session.updateMany({
        where: { userId: who.user.id },
        data: { ...seen, userAgent },
      });
    }
    const named = ({ user: { id, username } }: Person) => ({ id, username });
    expect((await review(await report(owner))).flags).toEqual([
      { kind: "same-device", people: [named(device)] },
      { kind: "same-ip", people: [named(ip)] },
      { kind: "same-phone", people: [named({ ...owner, user: same })] },
    ]);
  });

  it("far above what its owner sent before says so, after three", async () => {
    const owner = await person();
    for (const amount of ["100", "110"]) {
      await decideDeposit(admin.token, await report(owner, amount), { action: "confirm" });
    }
    expect((await review(await report(owner, "5000"))).flags).toEqual([]);
    await decideDeposit(admin.token, await report(owner, "90"), { action: "confirm" });
    expect((await review(await report(owner, "500"))).flags).toEqual([]);
    expect((await review(await report(owner, "501"))).flags).toEqual([
      { kind: "large-amount", median: "100.000000", currency: "USDT" },
    ]);
  });

  it("is reviewed with who reported it: since when, what came before, notes", async () => {
    const owner = await person();
    const first = await report(owner, "40");
    await decideDeposit(admin.token, first, { action: "confirm" });
    await prisma.userNote.create({
      data: { userId: owner.user.id, authorId: admin.user.id, text: "Prefers German." },
    });
    const deposit = await review(await report(owner));
    expect(deposit).toMatchObject({
      proof: { width: expect.any(Number), height: expect.any(Number) },
      wallet: { isCurrent: true },
      owner: {
        memberSince: owner.user.createdAt.toISOString(),
        emailVerified: true,
        deposited: { USDT: "40.000000", XAUT: "0.000000" },
        withdrawn: { USDT: "0.000000", XAUT: "0.000000" },
        earlier: [{ id: first, amount: "40.000000", currency: "USDT", status: "completed" }],
        notes: [{ text: "Prefers German.", author: admin.user.username }],
      },
    });
  });

  it("has its flags in the list, with as many queries for many as for one", async () => {
    const owner = await person();
    await prisma.user.update({ where: { id: owner.user.id }, data: { emailVerifiedAt: null } });
    const ids = [await report(owner), await report(owner), await report(owner)];
    const { body } = await callRoute<{ deposits: AdminDepositDto[] }>(listDeposits, {
      path: "/api/admin/deposits",
      token: admin.token,
    });
    expect(body.deposits.slice(0, 3).map(kinds)).toEqual(ids.map(() => ["unconfirmed-email"]));
    const queriesFor = async (some: string[]) => {
      let queries = 0;
      const counted = new Proxy(prisma, {
        get(target, name) {
          if (name === "$queryRaw") queries += 1;
          return Reflect.get(target, name);
        },
      });
      await depositFlags(some, counted);
      await withdrawalFlags(some, counted);
      return queries;
    };
    expect(await queriesFor(ids)).toBe(await queriesFor(ids.slice(0, 1)));
  });
});

describe("a withdrawal", () => {
  const PASSWORD = "withdraw me";
  const complete = async (id: string) => {
    await decideWithdrawal(admin.token, id, { action: "approve" });
    const transactionHash = randomBytes(32).toString("hex");
    await decideWithdrawal(admin.token, id, { action: "complete", transactionHash });
  };

  it("is a first one, then goes to a known address or a new one", async () => {
    const owner = await person({ withdrawPassword: PASSWORD });
    const first = await asked(owner);
    expect(kinds(await reviewWithdrawal(first.id))).toEqual(["first-withdrawal"]);
    await complete(first.id);
    const second = await asked(owner);
    expect((await reviewWithdrawal(second.id)).flags).toEqual([]);
    const other = await asked(owner, "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8");
    expect(kinds(await reviewWithdrawal(other.id))).toEqual(["new-address"]);
  });

  it("says whose address it is too, and that passwords are new", async () => {
    const [first, second] = [
      await person({ withdrawPassword: PASSWORD }),
      await person({ withdrawPassword: PASSWORD }),
    ];
    const address = "TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7";
    await asked(first, address);
    const changed = new Date(Date.now() - 3_600_000);
    await asOwner().user.update({
      where: { id: second.user.id },
      data: { withdrawPasswordChangedAt: changed },
    });
    const { id } = await asked(second, address);
    const { id: userId, username } = first.user;
    expect((await reviewWithdrawal(id)).flags).toEqual([
      { kind: "shared-address", people: [{ id: userId, username }] },
      { kind: "first-withdrawal" },
      { kind: "new-credentials", at: changed.toISOString() },
    ]);
  });

  it("right after a deposit without a trade says so", async () => {
    const owner = await person({ withdrawPassword: PASSWORD });
    const deposit = await report(owner);
    await decideDeposit(admin.token, deposit, { action: "confirm" });
    const { id } = await asked(owner, ADDRESSES.TRC20);
    const { flags } = await reviewWithdrawal(id);
    expect(flags.find(({ kind }) => kind === "not-traded")).toMatchObject({
      payments: [{ id: deposit }],
    });
    await asOwner().deposit.update({
      where: { id: deposit },
      data: { processedAt: new Date(Date.now() - 2 * 3_600_000) },
    });
    expect(kinds(await reviewWithdrawal(id))).not.toContain("not-traded");
  });

  it("of who owes for a reversed deposit says how much", async () => {
    const owner = await person({ withdrawPassword: PASSWORD });
    const { id } = await asked(owner);
    const deposit = await report(owner, "300");
    await decideDeposit(admin.token, deposit, { action: "confirm" });
    await testDatabase().query(
      `SET session_replication_role = replica;
       INSERT INTO deposit_reversal (deposit_id, user_id, currency, amount_micro, taken_micro, reason, requested_by_id, approved_by_id, created_at)
       VALUES ('${deposit}', '${owner.user.id}', 'USDT', 300000000, 1, 'A test', '${owner.user.id}', '${admin.user.id}', now())`,
    );
    expect((await reviewWithdrawal(id)).flags).toContainEqual({
      kind: "owes",
      amounts: [{ currency: "USDT", amount: "299.999999" }],
    });
  });
});
