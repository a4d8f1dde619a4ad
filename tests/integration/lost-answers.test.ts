import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { PUT as decideApproval } from "@/app/api/admin/approvals/[id]/process/route";
import { POST as addContact } from "@/app/api/admin/customer-service/route";
import { PUT as processDeposit } from "@/app/api/admin/deposits/[id]/process/route";
import { POST as reverse } from "@/app/api/admin/deposits/[id]/reverse/route";
import { PUT as changeDocument } from "@/app/api/admin/documents/[id]/route";
import { POST as addDocument } from "@/app/api/admin/documents/route";
import { POST as broadcast } from "@/app/api/admin/notifications/route";
import { POST as listReserve } from "@/app/api/admin/reserves/route";
import { POST as addPlan } from "@/app/api/admin/savings/route";
import { POST as addRole } from "@/app/api/admin/staff/roles/route";
import { PUT as manageBalance } from "@/app/api/admin/users/[id]/manage-balance/route";
import { POST as note } from "@/app/api/admin/users/[id]/notes/route";
import { POST as propose } from "@/app/api/admin/users/[id]/trade-setups/route";
import { POST as addView } from "@/app/api/admin/views/route";
import { POST as addReply } from "@/app/api/chat/admin/canned-replies/route";
import { POST as addLabel } from "@/app/api/chat/admin/labels/route";
import { POST as chatNote } from "@/app/api/chat/admin/notes/[id]/route";
import { PUT as changeSettings } from "@/app/api/settings/config/route";
import { POST as decline } from "@/app/api/trades/setups/[id]/decline/route";
import { POST as addWallet } from "@/app/api/wallets/route";
import { prisma } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import { getSettings } from "@/lib/settings/data";
import { reportDeposit } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { ADDRESSES, createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";
import { decideDeposit } from "./staff/desk-support";
import { fundTreasury } from "./staff/support";

type Call = {
  route: RouteHandler;
  method?: string;
  /** Of another than the member of staff who does the rest. */
  by?: string;
  params?: { id: string };
  body: object;
};

let token: string;
let calls: Record<string, Call>;
beforeAll(async () => {
  token = (await signedInAdmin()).token;
  const { user } = await signedInUser();
  const { id: chatId } = await asOwner().chat.create({ data: { userId: user.id } });
  await fundTreasury();
  const params = { id: user.id };
  const written = { type: "about-us", title: "About", content: "A text" };
  const { body } = await callRoute<{ document: { id: string; version: number } }>(addDocument, {
    token,
    body: { ...written, language: "da" },
  });
  const { id, version } = body.document;
  const { siteName } = await getSettings();
  const owner = await signedInUser();
  const wallet = await createWalletRow();
  const deposit = async () => (await reportDeposit(owner.token, wallet)).body.deposit.id;
  const [reported, credited] = [await deposit(), await deposit()];
  await decideDeposit(token, credited, { action: "confirm" });
  const reversal = { params: { id: credited }, body: { reason: "Credited to the wrong person" } };
  const asked = await callRoute<{ approval: { id: string } }>(reverse, { token, ...reversal });
  const { body: proposed } = await callRoute<{ setup: { id: string } }>(propose, {
    token,
    params: { id: owner.user.id },
    body: { strategy: "dca", amount: "60" },
  });
  calls = {
    "a note about a user": { route: note, params, body: { text: "Called back" } },
    "a note about a conversation": {
      route: chatNote,
      params: { id: chatId },
      body: { text: "Called back" },
    },
    "a proposal": { route: propose, params, body: { strategy: "dca", amount: "60" } },
    "a confirmed deposit": {
      route: processDeposit,
      method: "PUT",
      params: { id: reported },
      body: { action: "confirm" },
    },
    "a request to reverse a deposit": { route: reverse, ...reversal },
    "an approval": {
      route: decideApproval,
      method: "PUT",
      by: (await signedInAdmin()).token,
      params: { id: asked.body.approval.id },
      body: { action: "reject", note: "It was right" },
    },
    "a declined proposal": {
      route: decline,
      by: owner.token,
      params: { id: proposed.setup.id },
      body: {},
    },
    "a change of a balance": {
      route: manageBalance,
      method: "PUT",
      params,
      body: { amount: "5", operation: "add", currency: "USDT", reason: "Goodwill" },
    },
    "a contact": {
      route: addContact,
      body: {
        title: "Desk",
        link: "https://example.com",
        linkType: "url",
        icon: "mail",
        iconType: "other",
      },
    },
    "a role": {
      route: addRole,
      body: { name: "Desk", permissions: ["users.read"], password: TEST_PASSWORD },
    },
    "a plan": {
      route: addPlan,
      body: {
        name: "Thirty",
        type: "fixed",
        currency: "USDT",
        dailyRate: "0.0001",
        durationDays: 30,
        minAmount: "10",
      },
    },
    "a document": { route: addDocument, body: { ...written, language: "sv" } },
    "a change of a document": {
      route: changeDocument,
      method: "PUT",
      params: { id },
      body: { title: "About us", version },
    },
    "a deposit address": {
      route: addWallet,
      body: {
        currency: "USDC",
        network: "BEP20",
        address: ADDRESSES.BEP20,
        password: TEST_PASSWORD,
      },
    },
    "a reserve": {
      route: listReserve,
      body: {
        kind: "custodian",
        currency: "XAUT",
        custodian: "Vault",
        balance: "2",
        source: "Statement",
      },
    },
    "a saved reply": { route: addReply, body: { title: "Hello", text: "Hello there" } },
    "a label": { route: addLabel, body: { name: "Urgent" } },
    "a view": {
      route: addView,
      body: { list: "users", name: "Mine", filters: { status: "active" } },
    },
    "a broadcast": {
      route: broadcast,
      body: { title: "News", message: "Something new", audience: "users", userIds: [user.id] },
    },
    "a change of settings": {
      route: changeSettings,
      method: "PUT",
      body: { siteName: "Another name", expected: { siteName } },
    },
  };
});

/** The first id that an answer names: of what was made. */
const idOf = (answer: object) => /"id":"([^"]+)"/.exec(JSON.stringify(answer))?.[1];

it("what was changed before the server died is answered to the same key, and not done again", async () => {
  const sent: { what: string; again: () => ReturnType<typeof callRoute> }[] = [];
  for (const [what, { route, method = "POST", by = token, params, body }] of Object.entries(
    calls,
  )) {
    const options = {
      method,
      token: by,
      params,
      body,
      path: `/api/${what}`,
      idempotencyKey: randomUUID(),
    };
    const again = () => callRoute(route, options);
    // As when the server dies after the change was committed.
    const complete = jest.spyOn(prisma.idempotencyRecord, "updateMany");
    complete.mockRejectedValueOnce(Object.assign(new Error("gone"), { code: "ECONNRESET" }));
    expect([what, (await again()).status]).toEqual([what, 503]);
    complete.mockRestore();
    sent.push({ what, again });
  }
  const entries = await prisma.auditEntry.count();
  const views = await prisma.staffView.count();
  await Promise.all(
    sent.map(async ({ what, again }) => {
      const { status, body } = await again();
      expect([what, body.success, status]).toEqual([what, true, expect.any(Number)]);
      expect([what, idOf((await again()).body)]).toEqual([what, idOf(body)]);
    }),
  );
  expect(await prisma.auditEntry.count()).toBe(entries);
  expect(await prisma.staffView.count()).toBe(views);
});

it("every route with a key of its own record is one of these, or tested where its change is", () => {
  const here = `admin/users/[id]/notes chat/admin/notes/[id] admin/users/[id]/trade-setups admin/users/[id]/manage-balance
    admin/customer-service admin/staff/roles admin/savings admin/documents admin/documents/[id] wallets
    chat/admin/canned-replies chat/admin/labels admin/views admin/notifications settings/config admin/reserves
    admin/deposits/[id]/process admin/deposits/[id]/reverse admin/approvals/[id]/process trades/setups/[id]/decline`;
  const elsewhere =
    "admin/withdrawals/[id]/process withdrawals/[id]/cancel trades/setups/[id]/accept";
  // Their keys are those of the ledger too, or what they do can't be done twice.
  const once = `deposits admin/users/[id]/unfreeze orders/[id] trades/ai/runs/[id]/stop
    admin/users/[id]/runs/[runId]/stop user/practice/reset`;
  const known = [here, elsewhere, once].flatMap((paths) => paths.split(/\s+/));
  const found = readdirSync("app/api", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("route.ts"))
    .filter((path) => readFileSync(`app/api/${path}`, "utf8").includes('idempotent: "record"'))
    .map((path) => path.replace("/route.ts", ""));
  expect(found.sort()).toEqual(known.sort());
});
