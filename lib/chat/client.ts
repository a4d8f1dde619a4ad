import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  ApiError,
  api,
  authHeaders,
  networkMessage,
  readResponse,
} from "@/lib/platform/client/api";
import { uploadForm } from "@/lib/platform/ui/upload";
import type { Delivery } from "./outbox";
import type { ChatDto, MessageDto, MyChatResponse } from "./schema";
import {
  isConnected,
  joinPages,
  type MessagePage,
  type Thread,
  withNewest,
  withOlder,
} from "./thread-rules";

/** Query keys of a user's own conversation; `chat:` events invalidate all of them. */
export const chatKeys = {
  all: ["chat"] as const,
  mine: () => ["chat", "mine"] as const,
  unread: () => ["chat", "unread"] as const,
};

/** Messages a page. */
export const MESSAGES_PER_PAGE = 30;
/** Pages that are fetched at most to reach what is known; after that the screen starts afresh. */
const MAX_CATCH_UP_PAGES = 20;

/** One conversation as a screen uses it: where its messages come from and go to. */
export type Conversation<C extends ChatDto = ChatDto> = {
  key: readonly unknown[];
  /** Which side looks at it. */
  viewer: MessageDto["sender"];
  /** Staff say whose conversation; a user has only one. */
  chatId?: string;
  fetchPage: (cursor: string | null, signal?: AbortSignal) => Promise<MessagePage<C>>;
};

/** The logged-in user's own conversation. */
export const myConversation: Conversation = {
  key: chatKeys.mine(),
  viewer: "user",
  fetchPage: (cursor, signal) =>
    api.get<MyChatResponse>("/chat/my-chat", {
      query: { cursor, limit: MESSAGES_PER_PAGE },
      signal,
    }),
};

/** Fetches the newest messages, back to those that are known: nothing between is left out. */
async function fetchThread<C extends ChatDto>(
  queryClient: QueryClient,
  { key, fetchPage }: Conversation<C>,
  signal: AbortSignal,
): Promise<Thread<C>> {
  const known = queryClient.getQueryData<Thread<C>>(key);
  let fetched = await fetchPage(null, signal);
  for (let page = 1; page < MAX_CATCH_UP_PAGES && !isConnected(known, fetched); page++) {
    fetched = joinPages(fetched, await fetchPage(fetched.nextCursor, signal));
  }
  // Older messages may have been added in the meantime.
  return withNewest(queryClient.getQueryData<Thread<C>>(key), fetched);
}

/** The messages of a conversation, kept current by realtime events. */
export function useThread<C extends ChatDto>(conversation: Conversation<C>) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: conversation.key,
    queryFn: ({ signal }) => fetchThread(queryClient, conversation, signal),
  });
  const older = useMutation({
    mutationFn: (cursor: string) => conversation.fetchPage(cursor),
    onSuccess: (page, cursor) =>
      queryClient.setQueryData<Thread<C>>(conversation.key, (known) =>
        known ? withOlder(known, cursor, page) : known,
      ),
  });
  return { ...query, older };
}

/** Tells the server that everything up to a message was seen. */
export function useMarkSeen(conversation: Conversation) {
  const queryClient = useQueryClient();
  return useMutation({
    // Nobody pressed anything: it may wait for the network.
    networkMode: "online",
    mutationFn: ({ chatId, upTo }: { chatId: string; upTo: string }) =>
      api.put<{ chat: ChatDto }>(`/chat/mark-read/${chatId}`, { upTo }),
    onSuccess: ({ chat }) => {
      queryClient.setQueryData<Thread>(conversation.key, (known) =>
        known ? { ...known, chat: { ...known.chat, unread: chat.unread } } : known,
      );
      if (conversation.viewer === "user") {
        queryClient.setQueryData(chatKeys.unread(), chat.unread);
      }
    },
  });
}

/** Asks support to reopen the user's own closed conversation. */
export function useRequestReopen() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<{ chat: ChatDto }>("/chat/reopen-request"),
    onSuccess: ({ chat }) =>
      queryClient.setQueryData<Thread>(chatKeys.mine(), (known) =>
        known ? { ...known, chat } : known,
      ),
  });
}

/** Says how support's answer was, or changes that. */
export function useRateChat() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (rating: NonNullable<ChatDto["rating"]>) =>
      api.put<{ chat: ChatDto }>("/chat/rating", rating),
    onSuccess: ({ chat }) =>
      queryClient.setQueryData<Thread>(chatKeys.mine(), (known) =>
        known ? { ...known, chat } : known,
      ),
  });
}

/** How many of support's messages are unread; null while that is not known. */
export function useChatUnread(): number | null {
  const { data } = useQuery({
    queryKey: chatKeys.unread(),
    queryFn: async ({ signal }) =>
      (await api.get<MyChatResponse>("/chat/my-chat", { query: { limit: 1 }, signal })).chat.unread,
  });
  return data ?? null;
}

/** How the outbox of a conversation gets its messages to the server. */
export function deliveryOf(conversation: Conversation, queryClient: QueryClient): Delivery {
  // Staff have to say which one they mean, their own as well.
  const known = () =>
    conversation.chatId ?? queryClient.getQueryData<Thread>(conversation.key)?.chat.id;
  return {
    text: (message, key) =>
      api.post("/chat/send-message", { message, chatId: known() }, { idempotencyKey: key }),
    async image(image, key, options) {
      const form = new FormData();
      form.set("image", image);
      const chatId = known();
      if (chatId) form.set("chatId", chatId);
      const headers = authHeaders(key);
      const upload = uploadForm("/api/chat/send-image", form, { headers, ...options });
      const response = await upload.catch(() => {
        throw new ApiError(0, "NETWORK", networkMessage());
      });
      await readResponse(response, headers);
    },
    onDone: () =>
      queryClient.invalidateQueries({ queryKey: conversation.key }, { throwOnError: true }),
  };
}
