import { GET as stats } from "@/app/api/chat/admin/stats/route";
import { PUT as rate } from "@/app/api/chat/rating/route";
import { GET as hours } from "@/app/api/support/hours/route";
import { POST as write } from "@/app/api/support/route";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import type { SupportInfo } from "@/lib/chat/hours/schema";
import type { ChatDto, ChatStats } from "@/lib/chat/schema";
import { updateSettings } from "@/lib/site/mutations";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { asOwner } from "@/tests/support/owner";
import { closeChat, list, read, readAsStaff, reopenChat, say, written } from "./support";

/** In three days from now, all day long: closed now, whatever the hour. */
const later = () => ({
  zone: "UTC",
  days: [{ day: ((new Date().getUTCDay() + 2) % 7) + 1, from: "00:00", to: "24:00" }],
});
const set = (supportHours: object) => updateSettings(SYSTEM_ACTOR, { supportHours } as never);
const always = { zone: "UTC", days: [] };

const info = async () =>
  (await callRoute<{ support: SupportInfo }>(hours, { path: "/api/support/hours" })).body.support;

afterEach(() => set(always));

describe("while support is closed", () => {
  it("a user gets one automatic answer for each time, which is no reply", async () => {
    const { token: staff } = await signedInAdmin({ permissions: ["support"] });
    const { token } = await signedInUser();
    await set(later());
    await say(token, "Where is my deposit?");
    await say(token, "Hello?");
    const { chat, messages } = (await read(token)).body;
    expect(messages.map(({ sender, automatic }) => [sender, automatic])).toEqual([
      ["user", false],
      ["support", true],
      ["user", false],
    ]);
    expect(messages[1]?.text).toMatch(
      /^Support is closed now and answers again from .* 00:00 UTC\./,
    );
    expect(chat.unread).toBe(0);
    const listed = (await list(staff)).body.chats.find(({ id }) => id === chat.id);
    expect(listed).toMatchObject({
      needsReply: true,
      unread: 2,
      lastMessage: { sender: "user", text: "Hello?" },
    });
    const { body } = await callRoute<ChatStats>(stats, { token: staff });
    expect(body.medianFirstReplySeconds).toBeNull();

    await asOwner().chatMessage.updateMany({
      where: { chatId: chat.id, sender: "automatic" },
      data: { createdAt: new Date(Date.now() - 8 * 86_400_000) },
    });
    await say(token, "And now?");
    const again = (await read(token)).body.messages;
    expect(again.filter(({ automatic }) => automatic)).toHaveLength(2);
    expect(again[0]?.automatic).toBe(true);
  });

  it("answers nobody else: no visitor, no member of staff, and nobody while it is open", async () => {
    const { token } = await signedInUser();
    await say(token, "Hello");
    await set(later());
    const visitor = { name: "Ada", email: "ada@example.com", message: "I can't log in" };
    await callRoute(write, { path: "/api/support", body: visitor });
    const { token: staff } = await signedInAdmin({ permissions: ["support"] });
    const { chat } = (await read(token)).body;
    await say(staff, "Good evening", { chatId: chat.id });
    expect(
      await asOwner().chatMessage.count({ where: { sender: "automatic", chatId: chat.id } }),
    ).toBe(0);
    const ofVisitors = { sender: "automatic", chat: { visitorEmail: visitor.email } } as const;
    expect(await asOwner().chatMessage.count({ where: ofVisitors })).toBe(0);
  });

  it("says to anybody when it opens, and how long answers take once there are enough", async () => {
    expect(await info()).toEqual({
      isOpen: true,
      changesAt: null,
      hours: always,
      medianFirstReplySeconds: null,
    });
    const toCome = later();
    await set(toCome);
    const closed = await info();
    expect(closed).toMatchObject({ isOpen: false, hours: toCome });
    expect(Date.parse(closed.changesAt ?? "")).toBeGreaterThan(Date.now());
  });
});

describe("a rating", () => {
  const give = (token: string, body: object) =>
    callRoute<{ chat: ChatDto }>(rate, { method: "PUT", path: "/api/chat/rating", token, body });

  it("is given once a closing, changed for seven days, and seen by staff with totals", async () => {
    const { token: staff } = await signedInAdmin({ permissions: ["support"] });
    const { token, chatId } = await written("Help");
    expect((await give(token, { good: true })).status).toBe(409);
    await closeChat(staff, chatId);
    expect((await give(token, { good: true })).body.chat.rating).toEqual({
      good: true,
      comment: null,
    });
    await give(token, { good: false, comment: " Took too long " });
    const { chat } = (await read(token)).body;
    expect(chat.rating).toEqual({ good: false, comment: "Took too long" });
    await reopenChat(staff, chatId);
    expect((await read(token)).body.chat).toMatchObject({ rating: null, ratableUntil: null });
    const seen = (await readAsStaff(staff, chatId)).body.chat;
    expect(seen.lastRating).toMatchObject({ good: false, comment: "Took too long" });
    await closeChat(staff, chatId);
    await give(token, { good: true });
    const { body } = await callRoute<ChatStats>(stats, { token: staff });
    expect(body.ratings).toEqual({ good: 1, total: 2 });
  });

  it("is over seven days after the closing", async () => {
    const { token: staff } = await signedInAdmin({ permissions: ["support"] });
    const { token, chatId } = await written("Help");
    await closeChat(staff, chatId);
    await testDatabase().query(
      "UPDATE chat SET closed_at = closed_at - interval '8 days' WHERE id = $1",
      [chatId],
    );
    expect((await read(token)).body.chat.ratableUntil).toBeNull();
    expect((await give(token, { good: true })).status).toBe(409);
  });
});
