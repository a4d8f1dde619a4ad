import { randomUUID } from "node:crypto";
import { PUT as process } from "@/app/api/admin/deposits/[id]/process/route";
import { POST as writeNote } from "@/app/api/admin/users/[id]/notes/route";
import {
  GET as blockersOf,
  DELETE as erase,
} from "@/app/api/admin/users/[id]/permanent-delete/route";
import { GET as detail } from "@/app/api/admin/users/[id]/route";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import { POST as register } from "@/app/api/auth/register/route";
import { GET as file } from "@/app/api/files/[id]/route";
import { PUT as changeEmail } from "@/app/api/user/change-email/route";
import { POST as takeBreak } from "@/app/api/user/time-out/route";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma, transaction } from "@/lib/platform/db";
import { removeFilesJob } from "@/lib/platform/files/removal";
import { drainQueue } from "@/lib/platform/jobs/runner";
import { mailVerification } from "@/lib/security/email";
import { mailPasswordReset } from "@/lib/security/recovery";
import { saveAddress } from "@/lib/withdrawals/addresses";
import { creditUser, pngImage, reportDeposit } from "@/tests/factories/deposits";
import {
  createTestUser,
  signedInAdmin,
  signedInUser,
  signInAs,
  TEST_PASSWORD,
} from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";
import { say, show } from "../chat/support";
import { auditOf, availableUsdt, fundTreasury, manageBalance } from "./support";

const remove = (token: string | undefined, id: string, body?: object) =>
  callRoute<{ blockers?: string[] }>(erase, { method: "DELETE", token, params: { id }, body });

const blockers = async (token: string, id: string) =>
  (await callRoute<{ blockers: string[] }>(blockersOf, { token, params: { id } })).body.blockers;

beforeAll(fundTreasury);

afterAll(async () => {
  const report = await verifyLedger();
  expect(report.checks.filter((check) => check.differences > 0)).toEqual([]);
});

describe("DELETE /api/admin/users/{id}/permanent-delete", () => {
  it("is for the staff for users, and never for oneself or a colleague without full rights", async () => {
    const target = await createTestUser();
    const cashier = await signedInAdmin({ permissions: ["finance"] });
    const clerk = await signedInAdmin({ permissions: ["users"] });
    const chief = await signedInAdmin();
    expect((await remove(undefined, target.id)).status).toBe(401);
    expect((await remove((await signedInUser()).token, target.id)).status).toBe(403);
    expect((await remove(cashier.token, target.id)).status).toBe(403);
    expect((await remove(chief.token, chief.user.id)).status).toBe(403);
    expect((await remove(clerk.token, chief.user.id)).status).toBe(403);
    expect((await remove(chief.token, randomUUID())).status).toBe(404);
    expect((await remove(chief.token, clerk.user.id)).status).toBe(200);
    expect(await prisma.user.count({ where: { id: target.id, erasedAt: null } })).toBe(1);
  });

  it("refuses while there is money or open business, and says what", async () => {
    const { token } = await signedInAdmin();
    const { user, token: own } = await signedInUser();
    const reported = await reportDeposit(own, await createWalletRow());
    await creditUser(user.id, 1n);
    expect(await blockers(token, user.id)).toEqual(["balance", "deposits"]);
    expect(await remove(token, user.id)).toMatchObject({
      status: 409,
      body: { code: "ACCOUNT_NOT_EMPTY", blockers: ["balance", "deposits"] },
    });
    expect((await callRoute(profile, { token: own })).status).toBe(200);

    await callRoute(process, {
      method: "PUT",
      token,
      params: { id: reported.body.deposit.id },
      body: { action: "reject", adminNotes: "Nothing arrived" },
    });
    await manageBalance(token, user.id, {
      amount: "0.000001",
      operation: "subtract",
      reason: "Closing the account",
    });
    expect(await blockers(token, user.id)).toEqual([]);
    expect((await remove(token, user.id)).status).toBe(200);
  });

  it("refuses while a debt is open, though the account holds nothing", async () => {
    const { user: admin, token } = await signedInAdmin();
    const { user, token: own } = await signedInUser();
    const { id } = (await reportDeposit(own, await createWalletRow())).body.deposit;
    const owes = (collected: number) =>
      testDatabase().query(`SET session_replication_role = replica;
        UPDATE deposit SET status = 'reversed' WHERE id = '${id}';
        INSERT INTO deposit_reversal (deposit_id, user_id, currency, amount_micro, taken_micro, collected_micro,
          reason, requested_by_id, approved_by_id, created_at)
        VALUES ('${id}', '${user.id}', 'USDT', 100, 40, ${collected}, 'A mistake', '${admin.id}', '${user.id}', now())
        ON CONFLICT (deposit_id) DO UPDATE SET collected_micro = ${collected}`);
    await owes(59);
    expect(await remove(token, user.id)).toMatchObject({
      status: 409,
      body: { code: "ACCOUNT_NOT_EMPTY", blockers: ["debts"] },
    });
    await owes(60);
    expect(await blockers(token, user.id)).toEqual([]);
    await testDatabase().query(`SET session_replication_role = replica;
      DELETE FROM deposit_reversal WHERE deposit_id = '${id}';
      UPDATE deposit SET status = 'failed' WHERE id = '${id}'`);
  });

  it("refuses while its owner excluded themselves: nobody can end that early, staff included", async () => {
    const { token } = await signedInAdmin();
    const { user, token: own } = await signedInUser();
    const began = await callRoute(takeBreak, { token: own, body: { days: 1 } });
    expect(began.status).toBe(200);
    expect(await blockers(token, user.id)).toEqual(["exclusion"]);
    expect(await remove(token, user.id)).toMatchObject({
      status: 409,
      body: { code: "ACCOUNT_NOT_EMPTY", blockers: ["exclusion"] },
    });
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await asOwner().exclusion.updateMany({
      where: { userId: user.id },
      data: { since: hoursAgo(48), until: hoursAgo(24) },
    });
    expect((await remove(token, user.id)).status).toBe(200);
  });

  it("erases the person and keeps what happened", async () => {
    const { user: admin, token } = await signedInAdmin();
    const { user, token: own } = await signedInUser({ withdrawPassword: "withdraw-1" });
    await callRoute(login, { body: { usernameOrEmail: user.username, password: TEST_PASSWORD } });
    await creditUser(user.id, 2_000_000n);
    await manageBalance(token, user.id, {
      amount: "2",
      operation: "subtract",
      reason: "Paid out by hand",
    });
    const reported = await reportDeposit(own, await createWalletRow());
    const depositId = reported.body.deposit.id;
    await callRoute(process, {
      method: "PUT",
      token,
      params: { id: depositId },
      body: { action: "reject", adminNotes: "Nothing arrived" },
    });
    await say(own, "My name is Maria and I live in Rosario");
    await show(own, await pngImage());
    await callRoute(writeNote, { token, params: { id: user.id }, body: { text: "Called Maria" } });
    const files = await prisma.storedFile.findMany({ where: { ownerId: user.id } });
    expect(files).toHaveLength(2);
    const entries = (await auditOf(user.id)).length;

    const reason = "Asked for by the owner";
    expect((await remove(token, user.id, { username: "somebody", reason })).body.errors).toEqual({
      username: ["This is not the username of the account"],
    });
    const answer = await remove(token, user.id, { username: user.username, reason });
    expect(answer).toMatchObject({ status: 200, body: { message: "The account was deleted" } });

    const row = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row).toMatchObject({
      username: `deleted-${user.id.slice(-12)}`,
      email: `${user.id}@erased.invalid`,
      phoneNumber: "",
      country: "",
      gender: "",
      isActive: false,
      withdrawPasswordHash: null,
    });
    expect(row.erasedAt).not.toBeNull();
    expect((await callRoute(profile, { token: own })).status).toBe(401);
    expect(
      await callRoute(login, { body: { usernameOrEmail: user.username, password: TEST_PASSWORD } }),
    ).toMatchObject({ status: 401, body: { code: "INVALID_CREDENTIALS" } });
    expect((await callRoute(detail, { token, params: { id: user.id } })).status).toBe(404);

    // Nothing that names them is left in any table that is theirs.
    const where = { userId: user.id };
    const left = JSON.stringify(
      [
        await prisma.session.findMany({ where }),
        await prisma.signIn.findMany({ where }),
        await prisma.userNote.findMany({ where }),
        await prisma.chatMessage.findMany({ where: { chat: where } }),
        await toldToUsers.findMany({ where }),
        await prisma.idempotencyRecord.findMany({ where }),
      ],
      (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value),
    );
    expect(left).not.toMatch(/maria|rosario|192\.0\.2/i);
    expect(left).not.toContain(user.username);

    // Pictures are gone too.
    expect((await drainQueue([removeFilesJob])).failed).toBe(0);
    for (const { id } of files) {
      expect((await callRaw(file, { token, params: { id } })).status).toBe(404);
    }

    // Money, requests and the audit log stay.
    expect(await prisma.deposit.count({ where: { id: depositId, status: "failed" } })).toBe(1);
    expect(await prisma.balanceAdjustment.count({ where })).toBe(2);
    const kept = await auditOf(user.id);
    expect(kept).toHaveLength(entries + 1);
    expect(kept.at(-1)).toMatchObject({ action: "user.delete", actorId: admin.id, reason });
    const lastMail = (await mailsTo(user.email)).at(-1);
    expect(lastMail).toContain("Account deleted");
    expect(lastMail).toContain(`Reason: “${reason}”.`);
    expect(await availableUsdt(user.id)).toBe(0n);
  });

  it("forgets what staff were answered about the account, and nothing else", async () => {
    const staff = await signedInAdmin();
    const former = await signedInAdmin();
    const [user, other] = [await signedInUser(), await signedInUser()];
    const wallet = await createWalletRow();
    const note = async (id: string) =>
      callRoute(writeNote, {
        token: staff.token,
        path: `/api/admin/users/${id}/notes`,
        params: { id },
        body: { text: "Called by phone" },
        idempotencyKey: randomUUID(),
      });
    for (const { token } of [user, other]) {
      const { deposit } = (await reportDeposit(token, wallet)).body;
      const answer = await callRoute(process, {
        method: "PUT",
        token: former.token,
        path: `/api/admin/deposits/${deposit.id}/process`,
        params: { id: deposit.id },
        body: { action: "reject", adminNotes: "Nothing arrived" },
        idempotencyKey: randomUUID(),
      });
      expect(answer.status).toBe(200);
    }
    await note(user.user.id);
    await note(other.user.id);
    await asOwner().user.update({
      where: { id: former.user.id },
      data: { isAdmin: false, permissions: [] },
    });
    const kept = async () => {
      const userId = { in: [staff.user.id, former.user.id] };
      return JSON.stringify(await prisma.idempotencyRecord.findMany({ where: { userId } }));
    };
    expect(await kept()).toContain(user.user.username);
    expect((await remove(staff.token, user.user.id)).status).toBe(200);
    const left = await kept();
    for (const word of [user.user.username, user.user.email, user.user.id]) {
      expect(left).not.toContain(word);
    }
    // What was answered of the other's deposit named the account in its flags: the same picture.
    expect(left).not.toContain(other.user.email);
    expect(left).toContain(`/users/${other.user.id}/notes`);
  });

  it("forgets the mails to the address, sent or not, and sends the last one", async () => {
    const { token } = await signedInAdmin();
    const user = await createTestUser();
    const mails = () =>
      testDatabase().query<{ data: object; state: string }>(
        "SELECT data, state::text FROM pgboss.job WHERE data->>'receiver' = $1",
        [user.email],
      );
    await mailPasswordReset(user.email);
    await mailsTo(user.email);
    await mailPasswordReset(user.email);
    expect((await mails()).map(({ state }) => state).toSorted()).toEqual(["completed", "created"]);
    expect((await remove(token, user.id)).status).toBe(200);
    expect(await mails()).toMatchObject([
      { state: "created", data: { subject: expect.stringContaining("Account deleted") } },
    ]);
    expect((await mailsTo(user.email)).at(-1)).toContain("erased your personal data");
  });

  it("happens once when two do it at once; the second is told who did", async () => {
    const [one, two, user] = [await signedInAdmin(), await signedInAdmin(), await createTestUser()];
    const answers = await Promise.all([remove(one.token, user.id), remove(two.token, user.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? one : two;
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "ALREADY_PROCESSED",
      message: `This account was already deleted by ${winner.user.username}`,
    });
    expect(await auditOf(user.id)).toHaveLength(1);
  });

  it("frees the name and the address for somebody else", async () => {
    const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
    await remove(token, user.id);
    const again = await createTestUser({ username: user.username, email: user.email });
    expect(again.id).not.toBe(user.id);
  });

  it("leaves a name and an address that nobody can have taken before", async () => {
    const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
    await remove(token, user.id);
    const erased = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    const { body } = await callRoute(register, {
      body: {
        username: erased.username,
        email: erased.email,
        country: "Brazil",
        countryCode: "+55",
        phoneNumber: "1155550000",
        gender: "Male",
        password: "secret2",
      },
    });
    expect(Object.keys(body.errors ?? {})).toEqual(["username", "email"]);
    const other = await signedInUser();
    const change = await callRoute(changeEmail, {
      method: "PUT",
      token: other.token,
      body: { newEmail: erased.email, password: TEST_PASSWORD },
    });
    expect(change.body.errors).toEqual({ newEmail: ["Please enter a valid email address"] });
  });

  it("lets nothing begin for the account any more", async () => {
    const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
    await remove(token, user.id);
    await expect(signInAs(user)).rejects.toThrow();
    await expect(transaction((tx) => mailVerification(tx, user))).rejects.toThrow("NOT_FOUND");
    expect(
      (await manageBalance(token, user.id, { amount: "1", operation: "add", reason: "By mistake" }))
        .status,
    ).toBe(404);
  });

  it("lets no address and no note be kept for the account, also while that was under way", async () => {
    const [{ token, user: admin }, user] = [await signedInAdmin(), await createTestUser()];
    await remove(token, user.id);
    const address = "TWKUv7shuWE2MpDoYtarfTT6rtNoGtzroA";
    await expect(
      saveAddress(user.id, { label: "Maria", currency: "USDT", network: "TRC20", address }),
    ).rejects.toThrow("NOT_FOUND");
    expect(await prisma.withdrawalAddress.count({ where: { userId: user.id } })).toBe(0);
    await expect(
      prisma.userNote.create({ data: { userId: user.id, authorId: admin.id, text: "Maria" } }),
    ).rejects.toThrow("NOT_FOUND");
    for (const id of [user.id, randomUUID()]) {
      const late = { token, params: { id }, body: { text: "Called Maria" } };
      expect((await callRoute(writeNote, late)).status).toBe(404);
    }
  });

  it("is either refused or complete when money arrives at the same moment", async () => {
    const { token } = await signedInAdmin();
    for (const _ of [1, 2, 3]) {
      const user = await createTestUser();
      const [deleted, paid] = await Promise.all([
        remove(token, user.id),
        manageBalance(token, user.id, { amount: "1", operation: "add", reason: "At this moment" }),
      ]);
      const erased =
        (await prisma.user.findUniqueOrThrow({ where: { id: user.id } })).erasedAt !== null;
      expect(erased).toBe(deleted.status === 200);
      expect(await availableUsdt(user.id)).toBe(erased ? 0n : 1_000_000n);
      expect(paid.status === 200).toBe(!erased);
    }
  });

  it("leaves nothing to propose to whom it was done to, also while that was under way", async () => {
    const { token, user: admin } = await signedInAdmin();
    const user = await createTestUser();
    const proposal = {
      userId: user.id,
      createdById: admin.id,
      strategy: "dca" as const,
      params: {},
      amountMicro: 1_000_000n,
    };
    await prisma.tradeSetup.create({ data: proposal });
    expect((await remove(token, user.id)).status).toBe(200);
    await expect(prisma.tradeSetup.create({ data: proposal })).rejects.toThrow("NOT_FOUND");
  });
});
