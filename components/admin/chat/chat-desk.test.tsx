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
  rating: null,
  ratableUntil: null,
  lastRating: null,
  user: null,
  visitor: null,
  assignedTo: null,
  labels: [],
  needsReply: false,
  waitingSince: null,
  lastMessageAt: null,
  lastMessage: null,
};

it("gives a conversation to a member, and notes for the others", async () => {
  const kept = [{ id: "1", author: bo, text: "Called back", createdAt }];
  const sent = answerFetches(({ method, path, body }) => {
    if (path.includes("/members")) return { body: { members: [bo] } };
    if (path.includes("/labels")) return { body: { labels: [] } };
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

it("puts labels on a conversation, and keeps the set of them", async () => {
  const [proof, later] = [
    { id: "l1", name: "Proof" },
    { id: "l2", name: "Later" },
  ];
  const sent = answerFetches(({ method, path }) => {
    if (path.endsWith("/labels") && method === "GET") return { body: { labels: [proof, later] } };
    return { body: { members: [], notes: [], nextCursor: null } };
  });
  renderReview(<ChatDesk chat={{ ...chat, labels: [proof] }} />);
  expect(await screen.findByLabelText("Proof")).toBeChecked();
  await userEvent.click(screen.getByLabelText("Later"));
  await userEvent.type(screen.getByLabelText("New label"), "Refund");
  await userEvent.click(screen.getByRole("button", { name: "Add label" }));
  await waitFor(() => expect(screen.getByLabelText("New label")).toHaveValue(""));
  await userEvent.click(screen.getByRole("button", { name: "Delete the label Later" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete label" }));
  await waitFor(() =>
    expect(sent.filter(({ method }) => method !== "GET")).toMatchObject([
      { method: "PUT", path: "/api/chat/admin/label/chat-1", body: { labelIds: ["l1", "l2"] } },
      { method: "POST", path: "/api/chat/admin/labels", body: { name: "Refund" } },
      { method: "DELETE", path: "/api/chat/admin/labels/l2" },
    ]),
  );
});
