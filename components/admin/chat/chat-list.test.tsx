import { screen } from "@testing-library/react";
import { answerFetches } from "@/tests/support/network";
import { renderReview } from "@/tests/support/screens/staff-review";
import { CHAT_FILTERS } from "../lists/list-names";
import { useListUrl } from "../lists/use-list-url";
import { ChatList } from "./chat-list";

// jsdom knows no <search>.
jest.mock("../lists/list-filters", () => ({
  ...jest.requireActual("../lists/list-filters"),
  ListFilters: () => null,
}));
jest.mock("next/navigation", () => ({
  usePathname: () => "/admin/chat",
  useSearchParams: () => new URLSearchParams("status=open"),
}));

function OpenChats() {
  return <ChatList url={useListUrl(CHAT_FILTERS)} selected={null} onSelect={() => undefined} />;
}

it("asks for the conversations that wait for an answer first", async () => {
  const sent = answerFetches(() => ({ body: { chats: [], nextCursor: null } }));
  renderReview(<OpenChats />);
  await screen.findByRole("link");
  expect(sent.map(({ path }) => path)).toEqual([
    "/api/chat/admin/all?order=queue&status=open&limit=20",
  ]);
});
