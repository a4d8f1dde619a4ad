import { type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { conversationOf } from "./data";
import { lockChat } from "./mutations";
import type { ChatDto, RatingInput } from "./schema";
import { ratableUntil, serializeChat } from "./serializers";
import { publishStatus } from "./status";

/**
 * Says what a user thinks of their conversation since it was closed, or changes that.
 * @throws AppError CONFLICT for one that is open, or was closed too long ago
 */
export function rateChat(userId: string, input: RatingInput): Promise<ChatDto> {
  return transaction(async (tx: Tx) => {
    const chat = await lockChat(tx, (await conversationOf(tx, userId)).id);
    const { id: chatId, closedAt } = chat;
    if (closedAt === null || ratableUntil(chat) === null) {
      throw new AppError("CONFLICT", { message: text("errors.chat.notRatable") });
    }
    const said = { isGood: input.good, comment: input.comment, ratedAt: now() };
    const rating = await tx.chatRating.upsert({
      where: { chatId_closedAt: { chatId, closedAt } },
      create: { chatId, closedAt, ...said },
      update: said,
    });
    await publishStatus(tx, chat, chat.status);
    return serializeChat(chat, "user", rating);
  });
}
