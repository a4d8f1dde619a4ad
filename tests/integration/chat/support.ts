import { GET as readOne } from "@/app/api/chat/admin/[id]/route";
import { GET as all } from "@/app/api/chat/admin/all/route";
import { DELETE as clear } from "@/app/api/chat/admin/clear-history/[id]/route";
import { PUT as close } from "@/app/api/chat/admin/close/[id]/route";
import { PUT as reopen } from "@/app/api/chat/admin/reopen/[id]/route";
import { PUT as markRead } from "@/app/api/chat/mark-read/[id]/route";
import { GET as myChat } from "@/app/api/chat/my-chat/route";
import { POST as reopenRequest } from "@/app/api/chat/reopen-request/route";
import { POST as sendImage } from "@/app/api/chat/send-image/route";
import { POST as sendMessage } from "@/app/api/chat/send-message/route";
import type {
  ChatDto,
  MessageDto,
  MyChatResponse,
  StaffChatDto,
  StaffChatResponse,
  StaffChatsResponse,
} from "@/lib/chat/schema";
import { formOf } from "@/tests/factories/deposits";
import { signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";

type Sent = { chatMessage: MessageDto };
type Options = { chatId?: string; key?: string };

/** POST send-message. */
export const say = (token: string, message: unknown, { chatId, key }: Options = {}) =>
  callRoute<Sent>(sendMessage, {
    path: "/api/chat/send-message",
    token,
    idempotencyKey: key,
    body: { message, ...(chatId ? { chatId } : {}) },
  });

/** POST send-image. */
export const show = (token: string, image: Buffer | string, { chatId, key }: Options = {}) =>
  callRoute<Sent>(sendImage, {
    path: "/api/chat/send-image",
    token,
    idempotencyKey: key,
    body: formOf({ image, ...(chatId ? { chatId } : {}) }),
  });

/** GET my-chat. */
export const read = (token: string | undefined, query = "") =>
  callRoute<MyChatResponse>(myChat, { path: `/api/chat/my-chat${query}`, token });

/** GET admin/{id}. */
export const readAsStaff = (token: string, id: string, query = "") =>
  callRoute<StaffChatResponse>(readOne, {
    path: `/api/chat/admin/${id}${query}`,
    token,
    params: { id },
  });

/** GET admin/all. */
export const list = (token: string, query = "") =>
  callRoute<StaffChatsResponse>(all, { path: `/api/chat/admin/all${query}`, token });

/** PUT mark-read/{id}. */
export const mark = (token: string, id: string, upTo?: string) =>
  callRoute<{ chat: ChatDto }>(markRead, {
    method: "PUT",
    token,
    params: { id },
    body: upTo ? { upTo } : undefined,
  });

const change = (handler: typeof close) => (token: string, id: string) =>
  callRoute<{ chat: StaffChatDto }>(handler, { method: "PUT", token, params: { id } });

export const closeChat = change(close);
export const reopenChat = change(reopen);

/** POST reopen-request. */
export const askToReopen = (token: string) =>
  callRoute<{ chat: ChatDto }>(reopenRequest, {
    path: "/api/chat/reopen-request",
    method: "POST",
    token,
  });

/** DELETE admin/clear-history/{id}. */
export const clearChat = (token: string, id: string, upTo?: string) =>
  callRoute<{ chat: StaffChatDto }>(clear, {
    method: "DELETE",
    token,
    params: { id },
    body: upTo ? { upTo } : undefined,
  });

/** The texts of an answer, oldest first. */
export const textsOf = ({ body }: { body: { messages: MessageDto[] } }) =>
  body.messages.map(({ text }) => text).reverse();

/** A new user who wrote to support. */
export async function written(text: string, username?: string) {
  const { user, token } = await signedInUser(username ? { username } : {});
  await say(token, text);
  const { chat } = (await read(token)).body;
  return { user, token, chatId: chat.id };
}
