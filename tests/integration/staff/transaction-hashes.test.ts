import { randomBytes, randomUUID } from "node:crypto";
import { GET as oneDeposit } from "@/app/api/admin/deposits/[id]/route";
import { GET as deposits } from "@/app/api/admin/deposits/route";
import { GET as oneWithdrawal } from "@/app/api/admin/withdrawals/[id]/route";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { prisma } from "@/lib/platform/db";
import type { ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";
import { newHash, reportDeposit } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { asked, decideDeposit, decideWithdrawal, reported } from "./desk-support";
import { availableUsdt } from "./support";

describe("transaction hashes", () => {
  it("can be added to a deposit without one, as they are pasted, and are credited once", async () => {
    const { token } = await signedInAdmin();
    const [first, second] = [await reported("USDT"), await reported("USDT")];
    const hash = newHash().slice(2);
    const confirm = (id: string, transactionHash: string) =>
      decideDeposit(token, id, { action: "confirm", transactionHash });
    const link = `see https://tronscan.org/#/transaction/${hash.toUpperCase()}.`;
    const done = await confirm(first.deposit.id, link);
    expect(done.body.deposit).toMatchObject({
      status: "completed",
      transactionHash: `0x${hash}`,
    });
    expect(await confirm(second.deposit.id, `0x${hash}`)).toMatchObject({
      status: 409,
      body: { code: "TRANSACTION_ALREADY_CREDITED" },
    });
    expect(await availableUsdt(second.user.id)).toBe(0n);
  });

  it("that were credited can't be reported again, in any spelling", async () => {
    const { token } = await signedInAdmin();
    const hash = newHash();
    const { deposit } = await reported("USDT", { transactionHash: hash });
    await decideDeposit(token, deposit.id, { action: "confirm" });
    const owner = await signedInUser();
    const wallet = await createWalletRow("USDT", "ERC20");
    const transactionHash = `https://etherscan.io/tx/${hash}`;
    const again = await reportDeposit(owner.token, wallet, { transactionHash });
    expect([again.status, again.body.code]).toEqual([409, "TRANSACTION_ALREADY_CREDITED"]);
  });

  it("are credited once by the database itself, whoever writes", async () => {
    const { token } = await signedInAdmin();
    const hash = newHash();
    const { deposit } = await reported("USDT", { transactionHash: hash });
    const other = await reported("USDT", { transactionHash: hash });
    await decideDeposit(token, deposit.id, { action: "confirm" });
    await expect(
      testDatabase().query(
        `UPDATE deposit o SET status = 'completed', transaction_hash = upper($1), rate_e8 = d.rate_e8,
           rate_source = d.rate_source, credited_micro = d.credited_micro, processed_at = d.processed_at,
           processed_by_id = d.processed_by_id
         FROM deposit d WHERE d.id = $3 AND o.id = $2`,
        [hash.slice(2), other.deposit.id, deposit.id],
      ),
    ).rejects.toThrow("deposit_credited_transaction");
  });

  it.each([[null], [""], [undefined]])("and notes may be left out as %j", async (nothing) => {
    const { token } = await signedInAdmin();
    const none = { transactionHash: nothing, adminNotes: nothing };
    const { deposit } = await reported("USDT");
    const done = await decideDeposit(token, deposit.id, { action: "confirm", ...none });
    expect(done.body.deposit).toMatchObject({ transactionHash: null, adminNotes: null });
    const { id } = await asked();
    const approved = await decideWithdrawal(token, id, { action: "approve", ...none });
    expect(approved.body.withdrawal).toMatchObject({ status: "processing", adminNotes: null });
    const bare = await decideWithdrawal(token, id, { action: "complete", ...none });
    expect([bare.status, bare.body.errors]).toEqual([
      422,
      { transactionHash: ["Please enter the transaction hash"] },
    ]);
  });

  it("are not replaced by staff", async () => {
    const { token } = await signedInAdmin();
    const transactionHash = newHash();
    const { deposit } = await reported("USDT", { transactionHash });
    const confirm = (hash: string) =>
      decideDeposit(token, deposit.id, { action: "confirm", transactionHash: hash });
    expect(await confirm(newHash())).toMatchObject({ status: 422, body: { code: "VALIDATION" } });
    const same = await confirm(transactionHash.slice(2).toUpperCase());
    expect(same.body.deposit).toMatchObject({ status: "completed", transactionHash });
  });

  it("that stand in several deposits are shown to staff with each, in any spelling", async () => {
    const { token } = await signedInAdmin();
    const transactionHash = newHash();
    const first = await reported("USDT", { transactionHash });
    const second = await reported("BTC", {
      transactionHash: transactionHash.slice(2).toUpperCase(),
    });
    await reported("USDT", { transactionHash: newHash() });
    await reported("USDT");
    await decideDeposit(token, first.deposit.id, { action: "confirm" });
    const one = await callRoute<{ deposit: AdminDepositDto }>(oneDeposit, {
      token,
      params: { id: second.deposit.id },
    });
    const { id, number } = first.deposit;
    expect(one.body.deposit.sameHash).toEqual([{ id, number, status: "completed" }]);
    const path = `/api/admin/deposits?search=${transactionHash.toUpperCase()}`;
    const { body } = await callRoute<{ deposits: AdminDepositDto[] }>(deposits, { token, path });
    expect(body.deposits.map(({ sameHash }) => sameHash.map((other) => other.id))).toEqual([
      [first.deposit.id],
      [second.deposit.id],
    ]);
  });

  it("name at most five others, those that moved money first", async () => {
    const { token } = await signedInAdmin();
    const { token: owner } = await signedInUser();
    const wallet = await createWalletRow("USDT", "TRC20");
    const transactionHash = newHash();
    const report = async () =>
      (await reportDeposit(owner, wallet, { transactionHash })).body.deposit;
    const credited = await report();
    const others: (typeof credited)[] = [];
    for (let count = 0; count < 6; count += 1) others.push(await report());
    await decideDeposit(token, credited.id, { action: "confirm" });
    const path = `/api/admin/deposits?search=${transactionHash.toUpperCase()}&limit=1`;
    const { body } = await callRoute<{ deposits: AdminDepositDto[] }>(deposits, { token, path });
    expect(body.deposits.map(({ id }) => id)).toEqual([others[5]?.id]);
    expect(body.deposits[0]?.sameHash.map(({ number }) => number)).toEqual(
      [credited, others[4], others[3], others[2], others[1]].map((other) => other?.number),
    );
  });

  it("may be given to several withdrawals, and are shown with each", async () => {
    const { token } = await signedInAdmin();
    const [first, second] = [await asked(), await asked()];
    const transactionHash = randomBytes(32).toString("hex");
    const complete = async (id: string, hash: string) => {
      await decideWithdrawal(token, id, { action: "approve" });
      const body = { action: "complete", transactionHash: hash };
      return (await decideWithdrawal(token, id, body)).body.withdrawal;
    };
    const done = await complete(first.id, transactionHash);
    expect(done).toMatchObject({ transactionHash, sameHash: [] });
    const spelled = `0x${transactionHash.toUpperCase()}`;
    expect(await complete(second.id, ` ${spelled} `)).toMatchObject({
      status: "completed",
      transactionHash,
      sameHash: [{ id: first.id, number: done.number, status: "completed" }],
    });
  });

  it("credit nothing while they stand in deposits that the caller was not warned of", async () => {
    const { token } = await signedInAdmin();
    const transactionHash = newHash();
    const [first, waiting] = [
      await reported("USDT", { transactionHash }),
      await reported("USDT", { transactionHash }),
    ];
    await decideDeposit(token, first.deposit.id, { action: "reject", adminNotes: "Not there" });
    const { user, deposit } = await reported("USDT");
    const confirm = (...seenSameHash: string[]) =>
      decideDeposit(token, deposit.id, {
        action: "confirm",
        transactionHash: transactionHash.toUpperCase().slice(2),
        seenSameHash,
      });
    const others = [
      { id: waiting.deposit.id, number: waiting.deposit.number, status: "pending" },
      { id: first.deposit.id, number: first.deposit.number, status: "failed" },
    ];
    for (const seen of [[], [first.deposit.id]]) {
      expect(await confirm(...seen)).toMatchObject({
        status: 409,
        body: {
          code: "TRANSACTION_HASH_REPEATED",
          message: "The same transaction hash stands in another request",
          sameHash: others,
        },
      });
    }
    expect(await prisma.deposit.findUnique({ where: { id: deposit.id } })).toMatchObject({
      status: "pending",
      transactionHash: null,
      processedById: null,
    });
    expect(await availableUsdt(user.id)).toBe(0n);
    expect(await prisma.auditEntry.count({ where: { targetId: deposit.id } })).toBe(0);
    expect(await confirm(...Array.from({ length: 21 }, () => randomUUID()))).toMatchObject({
      status: 422,
      body: { errors: { seenSameHash: expect.anything() } },
    });
    const done = await confirm(...others.map(({ id }) => id));
    expect(done.body.deposit).toMatchObject({ status: "completed", sameHash: others });
    expect(await availableUsdt(user.id)).toBe(1_000_000n);
  });

  it("that were reported are asked for as those that staff enter", async () => {
    const { token } = await signedInAdmin();
    const transactionHash = newHash();
    const first = await reported("USDT", { transactionHash });
    const { deposit } = await reported("USDT", { transactionHash });
    const confirm = (seenSameHash: string[]) =>
      decideDeposit(token, deposit.id, { action: "confirm", seenSameHash });
    expect(await confirm([])).toMatchObject({
      status: 409,
      body: { sameHash: [{ id: first.deposit.id, status: "pending" }] },
    });
    expect((await confirm([first.deposit.id])).status).toBe(200);
    const rejected = await decideDeposit(token, first.deposit.id, {
      action: "reject",
      adminNotes: "Credited already",
      seenSameHash: [],
    });
    expect(rejected.status).toBe(200);
  });

  it("send nothing while they stand in a withdrawal that the caller was not warned of", async () => {
    const { token } = await signedInAdmin();
    const [first, second] = [await asked(), await asked()];
    const transactionHash = newHash();
    for (const { id } of [first, second]) await decideWithdrawal(token, id, { action: "approve" });
    const complete = (id: string, ...seenSameHash: string[]) =>
      decideWithdrawal(token, id, { action: "complete", transactionHash, seenSameHash });
    expect((await complete(first.id)).status).toBe(200);
    const refused = await complete(second.id);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: "TRANSACTION_HASH_REPEATED",
        sameHash: [{ id: first.id, status: "completed" }],
      },
    });
    const one = { token, params: { id: second.id } };
    const now = await callRoute<{ withdrawal: ReviewedWithdrawalDto }>(oneWithdrawal, one);
    expect(now.body.withdrawal).toMatchObject({
      status: "processing",
      transactionHash: null,
      balance: { held: "20.000000" },
    });
    expect((await complete(second.id, first.id)).body.withdrawal.status).toBe("completed");
  });

  it("given to several at once move money once, and the others hear of it", async () => {
    const { token } = await signedInAdmin();
    const transactionHash = newHash();
    const decide = (id: string, action: "confirm" | "complete") =>
      (action === "confirm" ? decideDeposit : decideWithdrawal)(token, id, {
        action,
        transactionHash,
        seenSameHash: [],
      });
    const deposits = [await reported("USDT"), await reported("USDT"), await reported("USDT")];
    const withdrawals = [await asked(), await asked(), await asked()];
    for (const { id } of withdrawals) await decideWithdrawal(token, id, { action: "approve" });
    for (const [action, ids] of [
      ["confirm", deposits.map(({ deposit }) => deposit.id)],
      ["complete", withdrawals.map(({ id }) => id)],
    ] as const) {
      const answers = await Promise.all(ids.map((id) => decide(id, action)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const id = ids[answers.findIndex(({ status }) => status === 200)];
      const heard = answers.flatMap(({ body }) => (body.sameHash ? [body.sameHash] : []));
      // Of those that wait for the same index, none knows more than its own row.
      if (action === "confirm") continue;
      const sameHash = [{ id, number: expect.any(String), status: "completed" }];
      expect(heard).toEqual([sameHash, sameHash]);
    }
  });
});
