import { randomUUID } from "node:crypto";
import { POST as addContact } from "@/app/api/admin/customer-service/route";
import { PUT as changeDocument } from "@/app/api/admin/documents/[id]/route";
import { POST as addDocument } from "@/app/api/admin/documents/route";
import { POST as broadcast } from "@/app/api/admin/notifications/route";
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
import { POST as addWallet } from "@/app/api/wallets/route";
import { prisma } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import { getSettings } from "@/lib/settings/data";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";
import { fundTreasury } from "./staff/support";

type Call = { route: RouteHandler; method?: string; params?: { id: string }; body: object };

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
  calls = {
    "a note about a user": { route: note, params, body: { text: "Called back" } },
    "a note about a conversation": {
      route: chatNote,
      params: { id: chatId },
      body: { text: "Called back" },
    },
    "a proposal": { route: propose, params, body: { strategy: "dca", amount: "60" } },
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

it("what staff changed before the server died is answered to the same key, and not done again", async () => {
  const sent: { what: string; again: () => ReturnType<typeof callRoute> }[] = [];
  for (const [what, { route, method = "POST", params, body }] of Object.entries(calls)) {
    const options = {
      method,
      token,
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
