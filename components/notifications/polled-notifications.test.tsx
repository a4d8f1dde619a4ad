import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { answerFetches, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { clearNotifications, useNextNotification } from "./notification-queue";
import { PolledNotifications } from "./polled-notifications";

const item = (n: number, type = "deposit") => ({
  id: `0000000${n}`,
  title: `Title ${n}`,
  message: "",
  type,
  readAt: null,
  createdAt: "2026-11-21T10:00:00.000Z",
});

let unread: ReturnType<typeof item>[];
let sent: Sent[];

beforeEach(() => {
  unread = [];
  sent = answerFetches(() => ({
    body: { notifications: unread, unreadCount: 1, nextCursor: null },
  }));
});
afterEach(() => {
  act(clearNotifications);
  window.history.pushState(null, "", "/");
});

function Next() {
  return <p>Next: {useNextNotification()?.title ?? "none"}</p>;
}

const answered = (client: QueryClient) =>
  waitFor(() => expect([client.isFetching(), sent.length > 0]).toEqual([0, true]));

function show(): QueryClient {
  const client = new QueryClient();
  renderUi(
    <QueryClientProvider client={client}>
      <PolledNotifications />
      <Next />
    </QueryClientProvider>,
  );
  return client;
}

/** What polling does: everything that is shown is fetched again. */
async function poll(client: QueryClient) {
  await act(() => client.invalidateQueries());
  await answered(client);
}

it("floats what comes after the first answer, oldest first and once", async () => {
  unread = [item(2), item(1)];
  const client = show();
  await answered(client);
  await poll(client);
  expect(screen.getByText("Next: none")).toBeInTheDocument();

  unread = [item(4), item(3), item(2), item(1)];
  await poll(client);
  expect(await screen.findByText("Next: Title 3")).toBeInTheDocument();
  act(clearNotifications);
  await poll(client);
  expect(screen.getByText("Next: none")).toBeInTheDocument();
});

it("floats the very first notification of an account", async () => {
  const client = show();
  await answered(client);
  unread = [item(1)];
  await poll(client);
  expect(await screen.findByText("Next: Title 1")).toBeInTheDocument();
});

it.each(["storage", "ai-trade"])("floats results of trades, and no %s", async (type) => {
  const client = show();
  await answered(client);
  unread = [item(2, "option-trade"), item(1, type)];
  await poll(client);
  expect(await screen.findByText("Next: Title 2")).toBeInTheDocument();
});

it.each([
  ["chat", "/chat"],
  ["option-trade", "/option-trading"],
  ["manual-trade", "/trade"],
])("lets no %s float on %s, which shows it", async (type, path) => {
  window.history.pushState(null, "", path);
  const client = show();
  await answered(client);
  unread = [item(2), item(1, type)];
  await poll(client);
  expect(await screen.findByText("Next: Title 2")).toBeInTheDocument();
});
