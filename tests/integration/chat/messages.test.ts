import { randomUUID } from "node:crypto";
import { POST as sendImage } from "@/app/api/chat/send-image/route";
import { POST as sendMessage } from "@/app/api/chat/send-message/route";
import { GET as fetchFile } from "@/app/api/files/[id]/route";
import { MAX_MESSAGE_LENGTH } from "@/lib/chat/rules";
import { prisma } from "@/lib/platform/db";
import { formOf, pngImage } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { toldToUsers } from "@/tests/support/told";
import { clearChat, closeChat, list, mark, read, readAsStaff, say, show, textsOf } from "./support";

async function conversation() {
  const [{ user, token }, { token: staff }] = await Promise.all([
    signedInUser(),
    signedInAdmin({ permissions: ["support"] }),
  ]);
  const chatId = (await read(token)).body.chat.id;
  return { user, token, staff, chatId };
}

const rowOf = (id: string) => prisma.chat.findUniqueOrThrow({ where: { id } });

describe("a conversation", () => {
  it("begins empty and open, one for each user", async () => {
    const { token } = await signedInUser();
    const answers = await Promise.all([read(token), read(token), read(token)]);
    const [first] = answers;
    expect(first?.body).toEqual({
      success: true,
      chat: {
        id: expect.any(String),
        status: "open",
        unread: 0,
        clearedUpTo: null,
        reopenRequested: false,
        rating: null,
        ratableUntil: null,
      },
      messages: [],
      nextCursor: null,
    });
    for (const { body } of answers) expect(body.chat.id).toBe(first?.body.chat.id);
    expect((await read(undefined)).status).toBe(401);
  });

  it("is named by staff, who would write into their own otherwise", async () => {
    const { staff } = await conversation();
    const { status, body } = await say(staff, "We look into it.");
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["chatId"]]);
  });

  it("carries texts both ways, newest first, with what the other side has not read", async () => {
    const { token, staff, chatId } = await conversation();
    const sent = await say(token, "  Where is my deposit?  ");
    expect(sent.status).toBe(201);
    expect(sent.body.chatMessage).toEqual({
      id: expect.any(String),
      sender: "user",
      automatic: false,
      text: "Where is my deposit?",
      imageUrl: null,
      createdAt: expect.any(String),
      readAt: null,
      clientKey: expect.any(String),
    });
    expect((await readAsStaff(staff, chatId)).body.chat.unread).toBe(1);
    expect((await say(staff, "We look into it.", { chatId })).body.chatMessage.sender).toBe(
      "support",
    );
    const answer = await read(token);
    expect(answer.body.chat.unread).toBe(1);
    expect(answer.body.messages.map(({ sender }) => sender)).toEqual(["support", "user"]);
    expect(answer.body.messages[0]?.clientKey).toBeNull();
  });

  it("is paged by cursor, without gaps or repeats", async () => {
    const { token } = await conversation();
    for (let n = 1; n <= 7; n++) await say(token, `message ${n}`);
    const seen: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const answer = await read(token, `?limit=3${cursor ? `&cursor=${cursor}` : ""}`);
      seen.push(...answer.body.messages.map(({ text }) => text));
      cursor = answer.body.nextCursor;
    } while (cursor);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `message ${n}`));
    expect((await read(token, "?cursor=nonsense")).status).toBe(422);
    expect((await read(token, "?limit=0")).status).toBe(422);
  });

  it("keeps hostile text as it is", async () => {
    const { token } = await conversation();
    const text = "<img src=x onerror=alert(1)> '); DROP TABLE chat; -- \u202E %s {{7*7}} 🙂";
    expect((await say(token, text)).body.chatMessage.text).toBe(text);
    expect(textsOf(await read(token))).toEqual([text]);
  });

  it.each([
    ["an empty text", "", "Please enter a message"],
    ["spaces", " \n\t ", "Please enter a message"],
    ["invisible characters", "\u200B\u2060\u3164", "Please enter a message"],
    ["no text", undefined, "Please enter a message"],
    [
      "a text that is too long",
      "x".repeat(MAX_MESSAGE_LENGTH + 1),
      "A message may have at most 2000 characters",
    ],
  ])("refuses %s", async (_, text, message) => {
    const { token } = await signedInUser();
    const answer = await say(token, text);
    expect(answer).toMatchObject({
      status: 422,
      body: { message, errors: { message: [message] } },
    });
  });

  it("takes the longest text, also where each character needs several bytes", async () => {
    const { token } = await signedInUser();
    expect((await say(token, "金".repeat(MAX_MESSAGE_LENGTH))).status).toBe(201);
  });
});

describe("sending again", () => {
  it("returns the first message, whatever happened to the conversation since", async () => {
    const { token, staff, chatId } = await conversation();
    const key = randomUUID();
    const first = await say(token, "once", { key });
    expect(first.body.chatMessage.clientKey).toBe(key);
    expect((await say(token, "once", { key })).body).toEqual(first.body);
    await closeChat(staff, chatId);
    expect((await say(token, "once", { key })).body).toEqual(first.body);
    expect(await say(token, "twice", { key })).toMatchObject({
      status: 409,
      body: { code: "IDEMPOTENCY_CONFLICT" },
    });
    expect(await rowOf(chatId)).toMatchObject({ supportUnread: 1 });
    expect(textsOf(await read(token))).toEqual(["once"]);
  });

  it("adds one message when it is done many times at once", async () => {
    const { token, chatId } = await conversation();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => say(token, "once", { key })));
    expect(new Set(answers.map(({ body }) => body.chatMessage.id)).size).toBe(1);
    expect(await rowOf(chatId)).toMatchObject({ supportUnread: 1 });
  });

  it("does not mix up people who use the same key", async () => {
    const { token, staff, chatId } = await conversation();
    const key = randomUUID();
    await say(token, "mine", { key });
    expect((await say(staff, "ours", { key, chatId })).status).toBe(201);
    expect(textsOf(await read(token))).toEqual(["mine", "ours"]);
  });

  it("adds an image once", async () => {
    const { token, chatId } = await conversation();
    const [key, image] = [randomUUID(), await pngImage()];
    const files = await prisma.storedFile.count();
    const first = await show(token, image, { key });
    expect(first.status).toBe(201);
    expect((await show(token, image, { key })).body).toEqual(first.body);
    const other = await show(token, await pngImage(9, 9), { key });
    expect([other.status, other.body.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
    expect(await prisma.storedFile.count()).toBe(files + 1);
    expect(await rowOf(chatId)).toMatchObject({ supportUnread: 1 });
  });
});

describe("unread counters", () => {
  it("are exact when both sides write and read at the same time", async () => {
    const { token, staff, chatId } = await conversation();
    const ids = new Set<string>();
    const writes = Array.from({ length: 12 }, async (_, n) => {
      const sent = n % 2 ? await say(token, `u${n}`) : await say(staff, `s${n}`, { chatId });
      ids.add(sent.body.chatMessage.id);
    });
    await Promise.all([...writes, mark(token, chatId), mark(staff, chatId), mark(token, chatId)]);
    const left = (sender: "user" | "support") =>
      prisma.chatMessage.count({ where: { chatId, sender, readAt: null } });
    const chat = await rowOf(chatId);
    expect([chat.userUnread, chat.supportUnread]).toEqual([
      await left("support"),
      await left("user"),
    ]);
    expect(ids.size).toBe(12);
    await Promise.all([mark(token, chatId), mark(staff, chatId)]);
    expect(await rowOf(chatId)).toMatchObject({ userUnread: 0, supportUnread: 0 });
  });

  it("go down to what came after the message that was seen", async () => {
    const { token, staff, chatId } = await conversation();
    const seen = (await say(staff, "one", { chatId })).body.chatMessage.id;
    await say(staff, "two", { chatId });
    expect((await mark(token, chatId, seen)).body.chat.unread).toBe(1);
    const { messages } = (await readAsStaff(staff, chatId)).body;
    expect(messages.map(({ readAt }) => readAt !== null)).toEqual([false, true]);
    const readAt = messages[1]?.readAt;
    expect((await mark(token, chatId)).body.chat.unread).toBe(0);
    const later = (await readAsStaff(staff, chatId)).body.messages;
    expect(later[1]?.readAt).toBe(readAt);
  });

  it("belong to one side: nobody marks their own messages read", async () => {
    const { token, chatId } = await conversation();
    await say(token, "hello");
    await mark(token, chatId);
    expect((await read(token)).body.messages[0]?.readAt).toBeNull();
    expect(await rowOf(chatId)).toMatchObject({ supportUnread: 1 });
  });

  it("make one notification for any number of answers, read with them", async () => {
    const { user, token, staff, chatId } = await conversation();
    for (const text of ["one", "two", "three"]) await say(staff, text, { chatId });
    const notes = () => toldToUsers.findMany({ where: { userId: user.id, type: "chat" } });
    expect(await notes()).toMatchObject([
      { title: "New message from support", message: "one", readAt: null },
    ]);
    await mark(token, chatId);
    expect((await notes())[0]?.readAt).not.toBeNull();
    await say(staff, "four", { chatId });
    expect(await notes()).toHaveLength(2);
  });
});

describe("images", () => {
  const fileOf = async (token: string | undefined, url: string | null | undefined) =>
    (await callRaw(fetchFile, { token, params: { id: url?.split("/").at(-1) ?? "" } })).status;

  it("are for the conversation's user and chat staff only, whoever sent them", async () => {
    const { token, staff, chatId } = await conversation();
    const [{ token: stranger }, { token: finance }, { token: full }] = await Promise.all([
      signedInUser(),
      signedInAdmin({ permissions: ["finance"] }),
      signedInAdmin(),
    ]);
    const image = await pngImage();
    const sent = [await show(token, image), await show(staff, image, { chatId })];
    for (const { status, body } of sent) {
      expect(status).toBe(201);
      expect(body.chatMessage.text).toBeNull();
      const url = body.chatMessage.imageUrl;
      const seen = [token, staff, full, stranger, finance, undefined].map((who) =>
        fileOf(who, url),
      );
      expect(await Promise.all(seen)).toEqual([200, 200, 200, 404, 404, 401]);
    }
    await clearChat(staff, chatId);
    const url = sent[0]?.body.chatMessage.imageUrl;
    expect(await Promise.all([fileOf(token, url), fileOf(staff, url)])).toEqual([404, 404]);
  });

  it("are refused in the general words", async () => {
    const { token } = await signedInUser();
    const big = Buffer.alloc(10 * 1024 * 1024 + 1);
    const tooLarge = "File size exceeds limit";
    const unsupported = "Unsupported file format";
    expect(await show(token, big)).toMatchObject({ status: 413, body: { message: tooLarge } });
    expect(await show(token, Buffer.from("text"))).toMatchObject({
      status: 415,
      body: { message: unsupported, errors: { image: [unsupported] } },
    });
    expect(await show(token, "no file")).toMatchObject({
      status: 422,
      body: { message: "Please upload an image file" },
    });
    expect((await read(token)).body.messages).toEqual([]);
  });

  it("are refused in a closed conversation, and leave no file behind", async () => {
    const { token, staff, chatId } = await conversation();
    await closeChat(staff, chatId);
    const before = await prisma.storedFile.count();
    expect(await show(token, await pngImage())).toMatchObject({
      status: 409,
      body: { code: "CHAT_CLOSED" },
    });
    expect(await prisma.storedFile.count()).toBe(before);
  });
});

describe("somebody else's conversation", () => {
  it("does not exist for users, and is closed to staff of other areas", async () => {
    const { chatId } = await conversation();
    const { token: stranger } = await signedInUser();
    const { token: finance } = await signedInAdmin({ permissions: ["finance"] });
    const image = await pngImage();
    for (const [token, status] of [
      [stranger, 404],
      [finance, 403],
    ] as const) {
      expect((await say(token, "hello", { chatId })).status).toBe(status);
      expect((await show(token, image, { chatId })).status).toBe(status);
      expect((await mark(token, chatId)).status).toBe(status);
    }
    expect((await list(stranger)).status).toBe(403);
    expect((await mark(stranger, "not-an-id")).status).toBe(404);
    expect((await say(stranger, "hello", { chatId: "not-an-id" })).status).toBe(422);
    expect((await say(stranger, "hello", { chatId: randomUUID() })).status).toBe(404);
  });

  it("is answered by its own user when they name it", async () => {
    const { token, chatId } = await conversation();
    expect((await say(token, "mine", { chatId })).body.chatMessage.sender).toBe("user");
    const { user, token: admin } = await signedInAdmin();
    const own = (await read(admin)).body.chat.id;
    expect((await say(admin, "I am a user too", { chatId: own })).body.chatMessage.sender).toBe(
      "user",
    );
    expect(await prisma.chat.count({ where: { userId: user.id } })).toBe(1);
  });
});

it.each([null, ""])("takes %j for no conversation but one's own", async (chatId) => {
  const { token } = await signedInUser();
  const sent = await callRoute(sendMessage, { token, body: { message: "hello", chatId } });
  expect(sent.status).toBe(201);
  const body = formOf({ image: await pngImage(), chatId: chatId ?? "" });
  expect((await callRoute(sendImage, { token, body })).status).toBe(201);
  expect(textsOf(await read(token))).toEqual(["hello", null]);
});

it("limits how fast one person writes", async () => {
  const { token } = await signedInUser();
  const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => say(token, `spam ${n}`)));
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.message).toBe("Rate limit exceeded");
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
});
