import { ChatPage } from "@/components/admin/chat/chat-page";
import { CHAT_FILTERS } from "@/components/admin/lists/list-names";
import { Messages } from "@/components/app/messages";
import { Seed, type SeedEntry } from "@/components/app/seed/seed";
import { MESSAGES_PER_PAGE } from "@/lib/chat/client";
import { listChats, readStaffChat } from "@/lib/chat/data";
import { staffChatsQuery } from "@/lib/chat/schema";
import { CHATS_PER_PAGE, staffChatKeys } from "@/lib/chat/staff-client";
import { withNewest } from "@/lib/chat/thread-rules";
import { idParams } from "@/lib/platform/http";
import { readListState, searchParamsOf } from "@/lib/platform/ui/list-url";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { loadPublicConfig } from "@/lib/settings/data";
import { type PageParams, unlessRefused } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("chat");

/** The list that the address describes and the conversation that it names, for the first paint. */
async function seed(params: Awaited<PageParams>, staffId: string): Promise<SeedEntry[]> {
  const { filters } = readListState(searchParamsOf(params), CHAT_FILTERS);
  const query = staffChatsQuery.safeParse({ ...filters, order: "queue", limit: CHATS_PER_PAGE });
  const chosen = idParams.safeParse({ id: params.chat });
  const [list, conversation] = await Promise.all([
    query.success ? unlessRefused(listChats(query.data, staffId)) : null,
    // One that isn't there is said by the page itself.
    chosen.success
      ? readStaffChat(chosen.data.id, { limit: MESSAGES_PER_PAGE }).catch(() => null)
      : null,
  ]);
  return [
    ...(list
      ? [[staffChatKeys.list(filters), { pages: [list], pageParams: [null] }] satisfies SeedEntry]
      : []),
    ...(conversation
      ? [
          [
            staffChatKeys.one(conversation.chat.id),
            withNewest(undefined, conversation),
          ] satisfies SeedEntry,
        ]
      : []),
  ];
}

export default async function StaffChatPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!may(user, "chat.answer")) return <NoAccess page="chat" />;
  const config = await loadPublicConfig();
  return (
    <Messages
      namespaces={["staff", "chat", "staffChat", "errors.chat", "errors.views", "errors.accounts"]}
    >
      <Seed entries={await seed(await searchParams, user.userId)}>
        <ChatPage staff={{ id: user.userId, name: user.username, site: config.siteName }} />
      </Seed>
    </Messages>
  );
}
