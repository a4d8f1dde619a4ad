import { randomUUID } from "node:crypto";
import { GET as stats } from "@/app/api/chat/admin/stats/route";
import { usualFirstReply } from "@/lib/chat/data";
import type { ChatStats } from "@/lib/chat/schema";
import { prisma } from "@/lib/platform/db";
import { createCrowd, signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { closeChat, list, read, say, written } from "./support";

const staffMember = () => signedInAdmin({ permissions: ["support"] });

beforeEach(async () => {
  await testDatabase().query(
    "TRUNCATE chat, chat_message, chat_note, chat_labelled, chat_rating; SELECT count_live_again()",
  );
});

/** Lets a user have written so many seconds before support answered, to the millisecond. */
async function askBeforeAnswer(chatId: string, seconds: number): Promise<void> {
  await testDatabase().query(
    `UPDATE chat_message SET created_at = (
       SELECT min(created_at) FROM chat_message WHERE chat_id = $1 AND sender = 'support'
     ) - make_interval(secs => $2) WHERE chat_id = $1 AND sender = 'user'`,
    [chatId, seconds],
  );
}

it("counts the work and how long the first answer takes", async () => {
  const { token: staff } = await staffMember();
  const numbers = async () => (await callRoute<ChatStats>(stats, { token: staff })).body;
  const empty = {
    success: true,
    open: 0,
    closed: 0,
    unread: 0,
    needsReply: 0,
    averageFirstReplySeconds: null,
    medianFirstReplySeconds: null,
    ratings: { good: 0, total: 0 },
  };
  expect(await numbers()).toEqual(empty);
  const [first, second] = [await written("one"), await written("two")];
  await say(second.token, "and another");
  await say(staff, "answer", { chatId: first.chatId });
  await askBeforeAnswer(first.chatId, 90);
  await closeChat(staff, first.chatId);
  expect(await numbers()).toEqual({
    success: true,
    open: 1,
    closed: 1,
    unread: 3,
    needsReply: 1,
    averageFirstReplySeconds: 90,
    medianFirstReplySeconds: 90,
    ratings: { good: 0, total: 0 },
  });
  await testDatabase().query("SELECT count_live_again()");
  expect(await numbers()).toMatchObject({ unread: 3, needsReply: 1 });
});

it("counts a closed conversation from its first message, when the list shows it, too", async () => {
  const { token: staff } = await staffMember();
  const { token } = await signedInUser();
  const chatId = (await read(token)).body.chat.id;
  const closed = async () => {
    const { body } = await callRoute<ChatStats>(stats, { token: staff });
    const listed = (await list(staff, "?status=closed")).body.chats;
    return [body.closed, listed.length];
  };
  const countAgain = () => testDatabase().query("SELECT count_live_again()");
  await closeChat(staff, chatId);
  expect(await closed()).toEqual([0, 0]);
  await countAgain();
  expect(await closed()).toEqual([0, 0]);
  await say(staff, "goodbye", { chatId });
  expect(await closed()).toEqual([1, 1]);
  await countAgain();
  expect(await closed()).toEqual([1, 1]);
});

it("measures the newest conversations that have an answer, however many have none", async () => {
  const { token: staff } = await staffMember();
  const { chatId } = await written("hello");
  await say(staff, "answer", { chatId });
  await askBeforeAnswer(chatId, 90);
  const name = `silent${randomUUID().slice(0, 8)}`;
  await createCrowd(name, 501);
  const people = await prisma.user.findMany({ where: { username: { startsWith: name } } });
  const lastMessageAt = new Date();
  await prisma.chat.createMany({
    data: people.map(({ id }, n) => ({ userId: id, ...(n % 2 ? { lastMessageAt } : {}) })),
  });
  const { body } = await callRoute<ChatStats>(stats, { token: staff });
  expect(body.averageFirstReplySeconds).toBe(90);
});

it("says how long first answers take once there are enough of them, and not before", async () => {
  const answered = (from: number, to: number) =>
    testDatabase().query(
      `WITH c AS (
         INSERT INTO chat (visitor_name, visitor_email, visitor_reference, last_message_at)
         SELECT 'Ada', 'ada@example.com', 'ref-' || n, now() FROM generate_series($1::int, $2::int) AS n
         RETURNING id, split_part(visitor_reference, '-', 2)::int AS minutes
       )
       INSERT INTO chat_message (chat_id, sender, text, created_at)
       SELECT id, s.sender, 'x', now() + s.later * make_interval(mins => minutes)
       FROM c, (VALUES ('user', 0), ('support', 1)) AS s (sender, later)`,
      [from, to],
    );
  await answered(1, 19);
  expect(await usualFirstReply()).toBeNull();
  await answered(20, 21);
  expect(await usualFirstReply()).toBe(11 * 60);
});
