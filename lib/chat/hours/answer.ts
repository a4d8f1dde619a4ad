import type { Chat, ChatMessage } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/platform/db";
import { text } from "@/lib/platform/text";
import { formatDateTime } from "@/lib/platform/ui/date-time";
import { getSettings } from "@/lib/settings/data";
import { supportState } from "./rules";

/** More ids than are made in the millisecond of another one. */
const IDS_TRIED = 100_000;

/**
 * Answers a user's message while support is closed, once for each time that it is. It is no reply: the conversation goes on
 * waiting, and nobody has anything to read. Visitors see the hours beside their form; a mail to an address that nobody
 * has checked would be one to anybody. The caller holds the conversation's lock.
 */
export async function automaticAnswer(
  tx: Tx,
  { id: chatId, userId }: Chat,
  { id, createdAt }: ChatMessage,
): Promise<ChatMessage | null> {
  if (userId === null) return null;
  const { supportHours } = await getSettings(tx);
  const state = supportState(supportHours, createdAt);
  if (state.isOpen) return null;
  const isTold = { chatId, sender: "automatic", createdAt: { gte: state.since } } as const;
  if ((await tx.chatMessage.count({ where: isTold })) > 0) return null;
  // Ids put messages in order, and two of one millisecond might be in any.
  const [later] = await tx.$queryRaw<{ id: string }[]>`
    SELECT n.id FROM (SELECT uuid_v7() AS id FROM generate_series(1, ${IDS_TRIED})) AS n
    WHERE n.id > ${id}::uuid LIMIT 1`;
  return tx.chatMessage.create({
    data: {
      id: later?.id,
      chatId,
      sender: "automatic",
      createdAt,
      text: text("notices.chat.closedNow", {
        at: formatDateTime(state.changesAt, supportHours.zone, { zone: true }),
      }),
    },
  });
}
