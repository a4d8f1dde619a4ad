import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { userEvents } from "@/components/app/live/user-events";
import { notificationKeys, useMarkRead } from "@/lib/notifications/client";
import type { NotificationDto, ReadEvent } from "@/lib/notifications/schema";
import { answerFetches, held } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { NotificationList } from "./notification-list";

const item = (id: string, type = "deposit"): NotificationDto => ({
  id,
  type,
  title: `News ${id}`,
  message: "",
  readAt: null,
  createdAt: "2026-11-21T10:00:00.000Z",
});

let kept: NotificationDto[];
/** The answer of the next fetch of the unread ones is on its way until this is released. */
let late: ReturnType<typeof held> | null;

/** A user's open page; the server keeps what is read, and tells every page of it. */
async function show() {
  const client = new QueryClient();
  const tell = (event: ReadEvent) =>
    act(() =>
      userEvents["notification:read"]?.(event, {
        queryClient: client,
        refreshPage: () => undefined,
      }),
    );
  const read = (isMeant: (item: NotificationDto) => boolean) => {
    kept = kept.map((one) => (isMeant(one) ? { ...one, readAt: one.createdAt } : one));
  };
  const sent = answerFetches(({ method, path }) => {
    if (method === "PATCH") {
      const [, id] = /notifications\/(.+)\/read$/.exec(path) ?? [];
      read((one) => id === undefined || one.id === id);
    }
    const unread = kept.filter(({ readAt }) => readAt === null);
    const notifications = path.includes("unread=")
      ? unread
      : kept.filter(({ readAt }) => readAt !== null);
    const answer = { body: { notifications, unreadCount: unread.length, nextCursor: null } };
    if (late === null || !path.includes("unread=")) return answer;
    const arrival = late.answer;
    late = null;
    return arrival.then(() => answer);
  });
  renderUi(
    <QueryClientProvider client={client}>
      <NotificationList />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Unread" });
  const settled = () =>
    waitFor(() => expect([client.isFetching(), client.isMutating()]).toEqual([0, 0]));
  await settled();
  return { user: userEvent.setup(), client, sent, tell, read, settled };
}

const titlesIn = (name: string) =>
  within(screen.getByRole("list", { name }))
    .getAllByRole("listitem")
    .map((row) => /News \w/.exec(row.textContent ?? "")?.[0]);
const shown = (id: string) => screen.getByRole("button", { name: new RegExp(`News ${id}`) });

beforeEach(() => {
  late = null;
  kept = [item("C"), item("B", "chat"), item("A"), { ...item("0"), readAt: item("0").createdAt }];
});

it("leaves what is read where it stands, with the keyboard's place, when the server tells of it", async () => {
  const { user, tell, settled } = await show();
  await user.click(shown("C"));
  tell({ id: "C" });
  await settled();
  expect(shown("C")).toHaveFocus();
  expect(titlesIn("Unread")).toEqual(["News C", "News B", "News A"]);
  expect(titlesIn("Earlier")).toEqual(["News 0"]);
  expect(shown("B")).not.toHaveAttribute("aria-disabled", "true");
});

it.each([
  [{ id: "A" }, ["false", "false", "true"]],
  [{ type: "chat" }, ["false", "true", "false"]],
  [{ all: true as const }, ["true", "true", "true"]],
])("shows what was read elsewhere as read: %j", async (event, expected) => {
  const { tell, read, settled } = await show();
  read(({ id, type }) => "all" in event || ("id" in event ? event.id === id : event.type === type));
  tell(event);
  await settled();
  expect(["C", "B", "A"].map((id) => shown(id).getAttribute("aria-disabled"))).toEqual(expected);
  expect(titlesIn("Earlier")).toEqual(["News 0"]);
});

it.each(["here", "elsewhere"])(
  "never shows as unread again what was read %s while the list was fetched",
  async (where) => {
    const { user, client, tell, read, settled } = await show();
    const first = held();
    late = first;
    void client.refetchQueries({ queryKey: notificationKeys.list(true) });
    await waitFor(() => expect(late).toBeNull());
    if (where === "here") {
      await user.click(shown("C"));
      await waitFor(() => expect(client.isMutating()).toBe(0));
    } else {
      read(({ id }) => id === "C");
      tell({ id: "C" });
    }
    first.release({});
    await settled();
    expect(titlesIn("Unread")).toEqual(["News B", "News A"]);
  },
);

it("keeps Mark all read and the keyboard's place in it when all are read", async () => {
  const { user, sent, tell, settled } = await show();
  const markAll = screen.getByRole("button", { name: "Mark all read" });
  await user.click(markAll);
  tell({ all: true });
  await settled();
  expect(markAll).toHaveFocus();
  expect(markAll).toHaveAttribute("aria-disabled", "true");
  expect(titlesIn("Unread")).toEqual(["News C", "News B", "News A"]);
  await user.click(markAll);
  expect(sent.filter(({ method }) => method === "PATCH")).toHaveLength(1);
});

function Marking() {
  const { mutate } = useMarkRead();
  return (
    <button type="button" onClick={() => mutate("A")}>
      View
    </button>
  );
}

it("shows as read what is being marked read elsewhere while the page is opened", async () => {
  const mark = held();
  const client = new QueryClient();
  answerFetches(({ method, path }) => {
    if (method === "PATCH") return mark.answer;
    const notifications = path.includes("unread=") ? [item("A")] : [];
    return { body: { notifications, unreadCount: 1, nextCursor: null } };
  });
  const page = (content: ReactNode) => (
    <QueryClientProvider client={client}>{content}</QueryClientProvider>
  );
  const { rerender } = renderUi(page(<Marking />));
  await userEvent.click(screen.getByRole("button", { name: "View" }));
  rerender(page(<NotificationList />));
  await screen.findByText("News A");
  expect(titlesIn("Earlier")).toEqual(["News A"]);
  expect(screen.queryByRole("heading", { name: "Unread" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /News A/ })).not.toBeInTheDocument();
  await act(async () => mark.release({ status: 500, body: { message: "Failed" } }));
  expect(await screen.findByRole("button", { name: /News A/ })).toBeVisible();
  expect(titlesIn("Unread")).toEqual(["News A"]);
});
