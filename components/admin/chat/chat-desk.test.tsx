import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { StaffChatDto } from "@/lib/chat/schema";
import { answerFetches } from "@/tests/support/network";
import { renderReview } from "@/tests/support/screens/staff-review";
import { ChatDesk } from "./chat-desk";

const createdAt = "2026-11-20T10:00:00.000Z";
const bo = { id: "s2", username: "bo" };
const chat: StaffChatDto = {
  id: "chat-1",
  status: "open",
  unread: 0,
  clearedUpTo: null,
  reopenRequested: false,
  user: null,
  visitor: null,
  assignedTo: null,
  needsReply: false,
  waitingSince: null,
  lastMessageAt: null,
  lastMessage: null,
};

it("gives a conversation to a member, and notes for the others", async () => {
  const kept = [{ id: "1", author: bo, text: "Called back", createdAt }];
  const sent = answerFetches(({ method, path, body }) => {
    if (path.includes("/members")) return { body: { members: [bo] } };
    if (method === "POST")
      kept.unshift({ ...(body as { text: string }), id: "2", author: bo, createdAt });
    return { status: method === "POST" ? 201 : 200, body: { notes: [...kept], nextCursor: null } };
  });
  renderReview(<ChatDesk chat={chat} />);
  const list = await screen.findByRole("list", { name: "Internal notes" });
  expect(list).toHaveTextContent("Called back");
  await screen.findByRole("option", { name: "bo" });
  await userEvent.selectOptions(screen.getByLabelText("Assigned to"), "bo");
  await userEvent.type(screen.getByLabelText("Internal note"), "Waits for proof");
  await userEvent.click(screen.getByRole("button", { name: "Add note" }));
  await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(2));
  expect(sent.filter(({ method }) => method !== "GET")).toMatchObject([
    { method: "PUT", path: "/api/chat/admin/assign/chat-1", body: { staffId: "s2" } },
    { method: "POST", path: "/api/chat/admin/notes/chat-1", body: { text: "Waits for proof" } },
  ]);
});
