import { randomUUID } from "node:crypto";
import { PUT as assign } from "@/app/api/chat/admin/assign/[id]/route";
import { PUT as setLabels } from "@/app/api/chat/admin/label/[id]/route";
import { DELETE as dropLabel } from "@/app/api/chat/admin/labels/[id]/route";
import { POST as addLabel } from "@/app/api/chat/admin/labels/route";
import { GET as members } from "@/app/api/chat/admin/members/route";
import { POST as addNote, GET as notes } from "@/app/api/chat/admin/notes/[id]/route";
import { apiRoutes } from "@/app/api/manifest";
import type { Members } from "@/lib/chat/desk-schema";
import type { LabelDto } from "@/lib/chat/labels/schema";
import type { StaffChatDto } from "@/lib/chat/schema";
import { prisma } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import { freezeOwn } from "@/lib/security/freeze";
import type { NoteDto, NoteList } from "@/lib/staff/schema";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { hearEvents } from "@/tests/support/events";
import { until } from "@/tests/support/poll";
import { list, read, readAsStaff, say, written } from "./support";

const staffMember = () => signedInAdmin({ permissions: ["support"] });

const note = (token: string, id: string, text: string, idempotencyKey?: string) =>
  callRoute<{ note: NoteDto }>(addNote, { token, params: { id }, body: { text }, idempotencyKey });
const notesOf = (token: string, id: string) =>
  callRoute<NoteList>(notes, { token, params: { id } });
const give = (token: string, id: string, staffId: unknown) =>
  callRoute(assign, { method: "PUT", token, params: { id }, body: { staffId } });

/** Everything that a person can read without naming a thing, and the conversation's own addresses. */
async function readableBy(auth: "user" | "public") {
  const routes = await Promise.all(
    apiRoutes.map(async ({ path, load }) => {
      const { GET } = (await load()) as { GET: RouteHandler };
      return { path, get: GET };
    }),
  );
  return routes.filter(({ path, get }) => !path.includes("{") && get.declaration?.auth === auth);
}

describe("an internal note", () => {
  it("is for other staff, newest first, and kept once", async () => {
    const { user: admin, token: staff } = await staffMember();
    const { chatId } = await written("hello");
    const key = randomUUID();
    await note(staff, chatId, "first");
    await note(staff, chatId, "second", key);
    await note(staff, chatId, "second", key);
    const { body } = await notesOf((await staffMember()).token, chatId);
    expect(body.notes.map(({ text, author }) => [text, author.id])).toEqual([
      ["second", admin.id],
      ["first", admin.id],
    ]);
    const entries = await prisma.auditEntry.findMany({
      where: { action: "chat.note", targetId: chatId },
    });
    expect(entries).toHaveLength(2);
    expect(
      JSON.stringify(entries, (_, value) => (typeof value === "bigint" ? `${value}` : value)),
    ).not.toMatch(/first|second/);
    expect((await note(staff, chatId, " ")).status).toBe(422);
    expect((await note(staff, randomUUID(), "none")).status).toBe(404);
  });

  it("reaches its user by nothing that they can read, hear or be sent", async () => {
    const { token: staff } = await staffMember();
    const { user, token, chatId } = await written("hello");
    await say(staff, "answer", { chatId });
    const secret = `secret-${randomUUID()}`;
    const { heard, stop } = await hearEvents();
    expect((await note(staff, chatId, secret)).status).toBe(201);
    await give(staff, chatId, null);
    await say(token, "thank you");
    await until("the message is heard", () => heard.some(({ t }) => t === "chat:message"));
    await stop();
    expect(JSON.stringify(heard)).not.toContain(secret);
    const chatOfUser = heard.filter(({ t, u }) => u === user.id && t !== "chat:message");
    expect(chatOfUser).toEqual([]);

    const open = [...(await readableBy("user")), ...(await readableBy("public"))];
    expect(open.map(({ path }) => path)).toContain("/api/chat/my-chat");
    for (const { path, get } of open) {
      const response = await callRaw(get, { path, token }).catch(() => null);
      expect([path, (await response?.text())?.includes(secret) ?? false]).toEqual([path, false]);
    }
    expect(JSON.stringify((await read(token)).body)).not.toMatch(/note|assigned/i);
    for (const answer of [
      await notesOf(token, chatId),
      await note(token, chatId, "mine"),
      await give(token, chatId, user.id),
      await callRoute(members, { token }),
      await readAsStaff(token, chatId),
      await list(token),
    ]) {
      expect(answer.status).toBe(403);
    }
    for (const message of await prisma.chatMessage.findMany({ where: { chatId } })) {
      expect(message.text).not.toContain(secret);
    }
  });

  it("is not for staff without the chat", async () => {
    const { chatId } = await written("hello");
    const { token } = await signedInAdmin({ permissions: ["read"] });
    expect((await notesOf(token, chatId)).status).toBe(403);
  });
});

describe("giving a conversation to somebody", () => {
  it("is for those who answer in the chat, and found by its filter", async () => {
    const [first, second] = [await staffMember(), await staffMember()];
    const cashier = await signedInAdmin({ permissions: ["finance"] });
    const { user } = await signedInUser();
    const { chatId } = await written("hello");
    const { body } = await callRoute<Members>(members, { token: first.token });
    const ids = body.members.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([first.user.id, second.user.id]));
    expect(ids).not.toContain(cashier.user.id);
    for (const wrong of [cashier.user.id, user.id, randomUUID()]) {
      expect((await give(first.token, chatId, wrong)).status).toBe(422);
    }
    expect(await give(first.token, chatId, second.user.id)).toMatchObject({
      status: 200,
      body: { chat: { assignedTo: { id: second.user.id, username: second.user.username } } },
    });
    const found = async (token: string, assigned: string) =>
      (await list(token, `?assigned=${assigned}&limit=100`)).body.chats.some(
        ({ id }) => id === chatId,
      );
    expect(await found(second.token, "me")).toBe(true);
    expect(await found(first.token, "me")).toBe(false);
    expect(await found(first.token, "none")).toBe(false);
    await give(second.token, chatId, null);
    expect(await found(first.token, "none")).toBe(true);
    expect((await give(first.token, randomUUID(), null)).status).toBe(404);
    const entries = await prisma.auditEntry.findMany({
      where: { action: "chat.assign", targetId: chatId },
    });
    expect(entries.map(({ subjectUserId }) => subjectUserId)).toEqual([null, null]);
  });

  it("is given to nobody whose account is frozen: they could not read it", async () => {
    const [first, frozen] = [await staffMember(), await staffMember()];
    const { chatId } = await written("hello");
    await freezeOwn(frozen.user.id, {});
    const { body } = await callRoute<Members>(members, { token: first.token });
    expect(body.members.map(({ id }) => id)).not.toContain(frozen.user.id);
    expect((await give(first.token, chatId, frozen.user.id)).status).toBe(422);
  });

  it("is given twice at once one after the other, as the audit log says", async () => {
    const members = [await staffMember(), await staffMember()];
    const { chatId } = await written("hello");
    const answers = await Promise.all(
      members.map(({ token, user }) => give(token, chatId, user.id)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = await prisma.auditEntry.findMany({
      where: { action: "chat.assign", targetId: chatId },
      orderBy: { seq: "asc" },
    });
    expect(first?.before).toEqual({ assignedToId: null });
    expect(second?.before).toEqual(first?.after);
  });
});

describe("labels", () => {
  const add = (token: string, name: string, idempotencyKey?: string) =>
    callRoute<{ label: LabelDto }>(addLabel, {
      path: "/api/chat/admin/labels",
      token,
      body: { name },
      idempotencyKey,
    });
  const put = (token: string, id: string, labelIds: string[]) =>
    callRoute<{ chat: StaffChatDto }>(setLabels, {
      method: "PUT",
      token,
      params: { id },
      body: { labelIds },
    });

  it("are kept by staff, put on conversations and filtered by", async () => {
    const { token: staff } = await staffMember();
    const { token, chatId } = await written("hello");
    const other = await written("good day");
    const name = `Proof ${randomUUID().slice(0, 8)}`;
    const key = randomUUID();
    const { label } = (await add(staff, name, key)).body;
    expect((await add(staff, name, key)).body.label.id).toBe(label.id);
    expect(await add(staff, name.toUpperCase())).toMatchObject({
      status: 409,
      body: { errors: { name: ["Another label has this name"] } },
    });
    expect((await put(staff, chatId, [label.id, label.id])).body.chat.labels).toEqual([label]);
    expect((await put(staff, chatId, [randomUUID()])).status).toBe(422);
    const found = (await list(staff, `?label=${label.id}`)).body.chats.map(({ id }) => id);
    expect(found).toEqual([chatId]);
    expect(found).not.toContain(other.chatId);
    expect(JSON.stringify((await read(token)).body)).not.toContain(name);
    expect((await put(token, chatId, [])).status).toBe(403);
    const drop = () =>
      callRoute(dropLabel, { method: "DELETE", token: staff, params: { id: label.id } });
    expect((await drop()).status).toBe(200);
    expect((await drop()).status).toBe(404);
    expect((await list(staff)).body.chats.flatMap(({ labels }) => labels)).not.toContainEqual(
      label,
    );
    const entries = await prisma.auditEntry.findMany({
      where: { action: { startsWith: "chat.label" } },
      orderBy: { seq: "asc" },
    });
    expect(entries).toMatchObject([
      { action: "chat.label_create", after: { name } },
      {
        action: "chat.label",
        subjectUserId: null,
        before: { labels: [] },
        after: { labels: [name] },
      },
      { action: "chat.label_delete", before: { name } },
    ]);
  });
});
