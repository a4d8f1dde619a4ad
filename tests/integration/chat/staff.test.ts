import { randomUUID } from "node:crypto";
import { GET as one } from "@/app/api/chat/admin/[id]/route";
import { GET as all } from "@/app/api/chat/admin/all/route";
import { DELETE as clear } from "@/app/api/chat/admin/clear-history/[id]/route";
import { PUT as close } from "@/app/api/chat/admin/close/[id]/route";
import { PUT as reopen } from "@/app/api/chat/admin/reopen/[id]/route";
import { GET as stats } from "@/app/api/chat/admin/stats/route";
import { listAuditOfSubject } from "@/lib/audit/data";
import { prisma } from "@/lib/platform/db";
import { pngImage } from "@/tests/factories/deposits";
import { createCrowd, signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { hearEvents } from "@/tests/support/events";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";
import {
  askToReopen,
  clearChat,
  closeChat,
  list,
  mark,
  read,
  readAsStaff,
  reopenChat,
  say,
  show,
  textsOf,
  written,
} from "./support";

const staffMember = () => signedInAdmin({ permissions: ["support"] });

beforeEach(async () => {
  await testDatabase().query(
    "TRUNCATE chat, chat_message, chat_note, chat_labelled, chat_rating; SELECT count_live_again()",
  );
});

describe("the list", () => {
  it.each([
    ["the newest message first", "", [1, 4, 3, 2, 0]],
    ["those that need a reply first, the oldest before all", "&order=queue", [1, 2, 4, 3, 0]],
  ])("has %s, page by page", async (_, order, expected) => {
    const { token: staff } = await staffMember();
    const made: Awaited<ReturnType<typeof written>>[] = [];
    for (let n = 0; n < 5; n++) made.push(await written(`hello ${n}`));
    await signedInUser().then(({ token }) => read(token));
    await say(made[1]?.token ?? "", "and another");
    // Reading answers nothing.
    for (const n of [2, 4]) await mark(staff, made[n]?.chatId ?? "");
    for (const n of [0, 3]) await closeChat(staff, made[n]?.chatId ?? "");
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await list(staff, `?limit=2${order}${cursor ? `&cursor=${cursor}` : ""}`);
      seen.push(...body.chats.map(({ id }) => id));
      cursor = body.nextCursor;
    } while (cursor);
    expect(seen).toEqual(expected.map((n) => made[n]?.chatId));
    expect((await list(staff, `?cursor=other${order}`)).status).toBe(422);
  });

  it.each(["", "&order=queue"])("goes on among messages of one moment (%s)", async (order) => {
    const { token: staff } = await staffMember();
    const made: string[] = [];
    for (let n = 0; n < 3; n++) made.push((await written(`hello ${n}`)).chatId);
    await testDatabase().query(
      "UPDATE chat SET last_message_at = '2026-11-20T10:00:00Z', waiting_since = waiting_since - age(waiting_since, '2026-11-20T10:00:00Z')",
    );
    const first = (await list(staff, `?limit=2${order}`)).body;
    const rest = (await list(staff, `?limit=2${order}&cursor=${first.nextCursor}`)).body;
    expect([...first.chats, ...rest.chats].map(({ id }) => id).sort()).toEqual(made.sort());
    expect(rest.nextCursor).toBeNull();
  });

  it("shows whose it is, what was said last and what is unread", async () => {
    const { token: staff } = await staffMember();
    const { user, chatId, token } = await written("first");
    await say(token, `second ${"word ".repeat(100)}`);
    const { body } = await list(staff);
    expect(body.chats).toMatchObject([
      {
        id: chatId,
        status: "open",
        unread: 2,
        user: { id: user.id, username: user.username, email: user.email, isActive: true },
        lastMessage: { sender: "user", text: expect.stringMatching(/^second word .*…$/) },
      },
    ]);
  });

  it("says what needs a reply until somebody answers or closes, and is filtered by it", async () => {
    const { token: staff } = await staffMember();
    const [first, second] = [await written("one"), await written("two")];
    const needing = async () =>
      (await list(staff, "?order=queue&needsReply=true")).body.chats.map(({ id }) => id);
    const others = async () => (await list(staff, "?needsReply=false")).body.chats;
    const since = (await readAsStaff(staff, first.chatId)).body.chat.waitingSince;
    await mark(staff, first.chatId);
    await say(first.token, "are you there?");
    await mark(staff, first.chatId);
    expect((await readAsStaff(staff, first.chatId)).body.chat).toMatchObject({
      unread: 0,
      needsReply: true,
      waitingSince: since,
    });
    expect(await needing()).toEqual([first.chatId, second.chatId]);
    expect(await others()).toEqual([]);
    await say(staff, "yes", { chatId: first.chatId });
    await closeChat(staff, second.chatId);
    expect(await needing()).toEqual([]);
    expect(await others()).toMatchObject([
      { id: first.chatId, needsReply: false, waitingSince: null },
      { id: second.chatId, needsReply: false, waitingSince: null },
    ]);
    await say(first.token, "thank you");
    expect(await needing()).toEqual([first.chatId]);
  });

  it("is filtered by status and searched by name and email", async () => {
    const { token: staff } = await staffMember();
    const name = `Zoe_${randomUUID().slice(0, 8)}`;
    const zoe = await written("hello", name);
    const other = await written("hello");
    await closeChat(staff, other.chatId);
    const ids = async (query: string) => (await list(staff, query)).body.chats.map(({ id }) => id);
    expect(await ids("?status=open")).toEqual([zoe.chatId]);
    expect(await ids("?status=closed")).toEqual([other.chatId]);
    expect(await ids(`?search=${name.toUpperCase()}`)).toEqual([zoe.chatId]);
    expect(await ids(`?search=${encodeURIComponent(other.user.email)}`)).toEqual([other.chatId]);
    expect(await ids("?search=nobody")).toEqual([]);
    expect((await list(staff, "?status=other")).status).toBe(422);
  });

  it("is searched by any part of a name or address, page by page, of up to 1,024 people", async () => {
    const { token: staff } = await staffMember();
    const name = `crowd${randomUUID().slice(0, 8)}`;
    const made: string[] = [];
    for (const username of [`one_${name}`, `two_${name}`, `three_${name}`]) {
      made.unshift((await written("hello", username)).chatId);
    }
    const pages = async (search: string) => {
      const seen: string[][] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const query: string = `?limit=2&search=${encodeURIComponent(search)}${cursor && `&cursor=${cursor}`}`;
        const { body } = await list(staff, query);
        seen.push(body.chats.map(({ id }) => id));
        cursor = body.nextCursor;
      }
      return seen;
    };
    const expected = [made.slice(0, 2), made.slice(2)];
    expect(await pages(name.slice(1).toUpperCase())).toEqual(expected);
    await createCrowd(name, 1_025);
    expect((await list(staff, `?search=${name}`)).status).toBe(422);
    expect(await pages(`${name}%`)).toEqual([[]]);
    const { email } = await prisma.user.findFirstOrThrow({ where: { username: `two_${name}` } });
    expect(await pages(email.slice(3))).toEqual([[made[1]]]);
  });
});

describe("closing", () => {
  it("refuses the user's messages until it is reopened; support still writes", async () => {
    const { token: staff } = await staffMember();
    const { token, chatId } = await written("hello");
    const closed = await closeChat(staff, chatId);
    expect(closed).toMatchObject({ status: 200, body: { chat: { id: chatId, status: "closed" } } });
    expect((await read(token)).body.chat.status).toBe("closed");
    expect(await say(token, "more")).toMatchObject({
      status: 409,
      body: { code: "CHAT_CLOSED", message: "This conversation is closed" },
    });
    expect((await say(staff, "goodbye", { chatId })).status).toBe(201);
    expect((await show(staff, await pngImage(), { chatId })).status).toBe(201);
    expect((await read(token)).body.chat).toMatchObject({ status: "closed", unread: 2 });
    expect((await mark(staff, chatId)).body.chat.unread).toBe(0);
    expect((await reopenChat(staff, chatId)).body.chat.status).toBe("open");
    expect((await say(token, "more")).status).toBe(201);
    expect(textsOf(await read(token))).toEqual(["hello", "goodbye", null, "more"]);
  });

  it("is undone at the user's request, which waits in the queue until support decides", async () => {
    const { token: staff } = await staffMember();
    const { user, token, chatId } = await written("hello");
    const queue = async () =>
      (await list(staff, "?needsReply=true")).body.chats.map(({ id, reopenRequested }) => [
        id,
        reopenRequested,
      ]);
    expect((await askToReopen(token)).body.chat).toMatchObject({
      status: "open",
      reopenRequested: false,
    });
    await closeChat(staff, chatId);
    const asked = await Promise.all([askToReopen(token), askToReopen(token)]);
    for (const { status, body } of asked) {
      expect([status, body.chat.status, body.chat.reopenRequested]).toEqual([200, "closed", true]);
    }
    expect((await say(token, "more")).status).toBe(409);
    expect(await queue()).toEqual([[chatId, true]]);
    await closeChat(staff, chatId);
    expect(await queue()).toEqual([]);
    await askToReopen(token);
    await reopenChat(staff, chatId);
    expect(await queue()).toEqual([]);
    expect((await read(token)).body.chat).toMatchObject({ status: "open", reopenRequested: false });
    expect((await say(token, "more")).status).toBe(201);
    const told = await toldToUsers.findMany({ where: { userId: user.id, type: "chat" } });
    expect(told.map(({ title }) => title)).toEqual(["Support reopened your conversation"]);
  });

  it("happens once, and the audit log says who did it", async () => {
    const { user: admin, token: staff } = await staffMember();
    const { user, chatId } = await written("hello");
    await Promise.all([closeChat(staff, chatId), closeChat(staff, chatId)]);
    await reopenChat(staff, chatId);
    const entries = await prisma.auditEntry.findMany({
      where: { targetType: "chat", targetId: chatId },
      orderBy: { seq: "asc" },
    });
    expect(entries).toMatchObject(
      ["chat.close", "chat.reopen"].map((action) => ({
        action,
        actorId: admin.id,
        subjectUserId: user.id,
      })),
    );
  });

  it("lets no message slip in behind it", async () => {
    const { token: staff } = await staffMember();
    const { token, chatId } = await written("hello");
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, (_, n) => say(token, `late ${n}`))),
      closeChat(staff, chatId),
    ]);
    const accepted = answers.filter(({ status }) => status === 201).length;
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6 - accepted);
    const chat = await prisma.chat.findUniqueOrThrow({ where: { id: chatId } });
    expect(chat.supportUnread).toBe(accepted + 1);
    expect(await prisma.chatMessage.count({ where: { chatId } })).toBe(accepted + 1);
  });
});

describe("clearing the history", () => {
  it("hides it from both sides and keeps it for audit", async () => {
    const { token: staff } = await staffMember();
    const { token, chatId, user } = await written("old 1");
    await say(staff, "old 2", { chatId });
    const answer = await clearChat(staff, chatId);
    expect(answer).toMatchObject({ status: 200, body: { chat: { unread: 0, lastMessage: null } } });
    expect((await read(token)).body).toMatchObject({ chat: { unread: 0 }, messages: [] });
    expect((await readAsStaff(staff, chatId)).body.messages).toEqual([]);
    expect(await prisma.chatMessage.count({ where: { chatId } })).toBe(2);
    expect((await say(token, "new")).status).toBe(201);
    expect(textsOf(await read(token))).toEqual(["new"]);
    expect((await readAsStaff(staff, chatId)).body.chat.unread).toBe(1);
    const entry = await prisma.auditEntry.findFirst({
      where: { targetId: chatId, action: { not: "chat.answer" } },
    });
    expect(entry).toMatchObject({
      action: "chat.clear_history",
      subjectUserId: user.id,
      after: { hiddenMessages: 2 },
    });
  });

  it("up to a message leaves what was said after it, and what of that is unread", async () => {
    const { token: staff } = await staffMember();
    const { token, chatId, user } = await written("old 1");
    const shown = (await say(staff, "old 2", { chatId })).body.chatMessage.id;
    await say(token, "new 1");
    const last = (await say(staff, "new 2", { chatId })).body.chatMessage.id;
    const unreadNotes = () =>
      toldToUsers.count({ where: { userId: user.id, type: "chat", readAt: null } });
    const answer = await clearChat(staff, chatId, shown);
    expect(answer).toMatchObject({
      status: 200,
      body: { chat: { unread: 1, clearedUpTo: shown, lastMessage: { text: "new 2" } } },
    });
    const left = await read(token);
    expect(textsOf(left)).toEqual(["new 1", "new 2"]);
    expect(left.body.chat).toMatchObject({ unread: 1, clearedUpTo: shown });
    expect(await unreadNotes()).toBe(1);
    expect(
      await prisma.auditEntry.findFirst({
        where: { action: "chat.clear_history", targetId: chatId },
      }),
    ).toMatchObject({ after: { clearedBeforeId: shown, hiddenMessages: 2 } });

    expect((await clearChat(staff, chatId, last)).body.chat.unread).toBe(0);
    expect((await read(token)).body).toMatchObject({ chat: { unread: 0 }, messages: [] });
    expect(await unreadNotes()).toBe(0);
  });

  it("up to a message that is hidden already brings nothing back", async () => {
    const { token: staff } = await staffMember();
    const { token, chatId } = await written("old 1");
    const early = (await read(token)).body.messages[0]?.id;
    await say(token, "old 2");
    await clearChat(staff, chatId);
    await say(token, "new");
    const { status, body } = await clearChat(staff, chatId, early);
    expect([status, body.chat.unread]).toEqual([200, 1]);
    expect(textsOf(await read(token))).toEqual(["new"]);
    expect(await prisma.auditEntry.count({ where: { targetId: chatId } })).toBe(1);
    expect((await clearChat(staff, chatId, "all")).status).toBe(422);
  });

  it("of nothing changes nothing", async () => {
    const { token: staff } = await staffMember();
    const { chatId } = await written("old");
    await clearChat(staff, chatId);
    expect((await clearChat(staff, chatId)).status).toBe(200);
    expect(await prisma.auditEntry.count({ where: { targetId: chatId } })).toBe(1);
  });
});

it("notes each answer of support in the audit log, without what was said", async () => {
  const { user: admin, token: staff } = await staffMember();
  const { user, token, chatId } = await written("hello");
  const key = randomUUID();
  const text = await say(staff, "confidential", { chatId, key });
  await say(staff, "confidential", { chatId, key });
  const image = await show(staff, await pngImage(), { chatId });
  await say(token, "thank you");
  const entries = await prisma.auditEntry.findMany({
    where: { subjectUserId: user.id },
    orderBy: { seq: "asc" },
  });
  expect(entries).toMatchObject(
    [
      { messageId: text.body.chatMessage.id, kind: "text" },
      { messageId: image.body.chatMessage.id, kind: "image" },
    ].map((after) => ({
      action: "chat.answer",
      actorId: admin.id,
      targetType: "chat",
      targetId: chatId,
      after,
    })),
  );
  expect(JSON.stringify(entries, (_key, value: unknown) => String(value))).not.toContain(
    "confidential",
  );
  // Their owner has the answers themselves.
  expect((await listAuditOfSubject(user.id, { limit: 10 })).entries).toEqual([]);
});

it("tells both sides what happens, and nobody when it does not", async () => {
  const { token: staff } = await staffMember();
  const { user, token, chatId } = await written("before");
  const { heard, stop } = await hearEvents();
  const sent = (await say(token, `hello\n${"wörld ".repeat(300)}`)).body.chatMessage;
  await mark(staff, chatId, sent.id);
  await closeChat(staff, chatId);
  await closeChat(staff, chatId);
  await say(token, "refused");
  await reopenChat(staff, chatId);
  await until("all is heard", () => heard.length >= 8);
  await stop();
  const readMark = { t: "chat:read", chatId, reader: "support", upTo: sent.id };
  const status = (value: string) => ({ t: "chat:status", chatId, status: value });
  const message = { t: "chat:message", chatId, ...sent };
  // As each side reads it from the API: the key is the sender's own.
  expect(heard.splice(0, 2)).toEqual([
    { ...message, u: user.id },
    { ...message, clientKey: null, u: "admins:chat.answer" },
  ]);
  const told = [readMark, status("closed"), status("open")];
  expect(heard).toMatchObject(
    told.flatMap((event) => [
      { ...event, u: user.id },
      { ...event, u: "admins:chat.answer" },
    ]),
  );
});

describe("who may use the staff's side", () => {
  it.each([
    ["the list", all, "GET"],
    ["one conversation", one, "GET"],
    ["closing", close, "PUT"],
    ["reopening", reopen, "PUT"],
    ["clearing", clear, "DELETE"],
    ["numbers", stats, "GET"],
  ] as const)("%s: staff with the area only", async (_name, handler, method) => {
    const { token: customer, chatId: id } = await written("hello");
    const { token: finance } = await signedInAdmin({ permissions: ["finance"] });
    const { token: staff } = await staffMember();
    const statuses = [];
    for (const token of [undefined, customer, finance, staff]) {
      statuses.push((await callRoute(handler, { method, token, params: { id } })).status);
    }
    expect(statuses).toEqual([401, 403, 403, 200]);
  });

  it.each([
    ["one conversation", one, "GET"],
    ["closing", close, "PUT"],
    ["clearing", clear, "DELETE"],
  ] as const)("%s that isn't there is 404", async (_name, handler, method) => {
    const { token } = await staffMember();
    const answer = await callRoute(handler, { method, token, params: { id: randomUUID() } });
    expect(answer.status).toBe(404);
  });
});
