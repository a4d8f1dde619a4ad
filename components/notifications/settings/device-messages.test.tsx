import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type DevicePart, keepDevice } from "@/lib/notifications/channels/device-client";
import { TOKEN_KEY } from "@/lib/platform/client/api";
import { answerFetches, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { DeviceMessages } from "./device-messages";

const ENDPOINT = "https://push.example.com/1";
const BOTH: DevicePart[] = ["own", "staff"];
const PATHS = { own: "/api/push/subscriptions", staff: "/api/admin/push/subscriptions" };

/** A browser whose push service has one subscription for the whole site. */
function browserWithPush(permission: NotificationPermission = "granted") {
  let subscription: object | null = null;
  const made = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT }),
    unsubscribe: async () => {
      subscription = null;
    },
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      subscription = made;
      return made;
    },
  };
  const registration = { pushManager };
  Object.assign(navigator, {
    serviceWorker: {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
  });
  Object.assign(window, {
    PushManager: class {},
    Notification: { permission, requestPermission: async () => permission },
  });
  return { isSubscribed: () => subscription !== null };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem(TOKEN_KEY, "token-of-the-first-login");
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  for (const name of ["PushManager", "Notification"]) Reflect.deleteProperty(window, name);
});

const answered = () => answerFetches(() => ({ body: { key: "AAAA", message: "Done" } }));
const sentTo = (sent: Sent[], method: string, part: DevicePart) =>
  sent.filter((one) => one.method === method && one.path === PATHS[part]);

/** @returns the part of the screen, to press in */
function show(part: DevicePart) {
  const { unmount } = renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <DeviceMessages userId="person-1" part={part} />
    </QueryClientProvider>,
  );
  return unmount;
}

async function press(part: DevicePart, name: RegExp, says: string) {
  const close = show(part);
  await userEvent.click(await screen.findByRole("button", { name }));
  expect(await screen.findByText(says)).toBeVisible();
  close();
}
const turnOn = (part: DevicePart) => press(part, /^Turn on/, "This device gets push messages.");
const turnOff = (part: DevicePart) =>
  press(part, /^Turn off/, "This device gets no push messages.");

it.each(BOTH)("turns on the messages of one part alone: %s", async (part) => {
  const sent = answered();
  browserWithPush();
  await turnOn(part);
  const other = part === "own" ? "staff" : "own";
  expect(sentTo(sent, "POST", part)).toHaveLength(1);
  expect(sentTo(sent, "POST", other)).toEqual([]);
  show(other);
  expect(await screen.findByText("This device gets no push messages.")).toBeVisible();
});

it.each(BOTH)("ends the browser's subscription with the last part: %s first", async (part) => {
  const sent = answered();
  const { isSubscribed } = browserWithPush();
  const other = part === "own" ? "staff" : "own";
  await turnOn(part);
  await turnOn(other);
  await turnOff(part);
  expect(sentTo(sent, "DELETE", part)).toHaveLength(1);
  expect(isSubscribed()).toBe(true);
  await turnOff(other);
  expect(sentTo(sent, "DELETE", other)).toHaveLength(1);
  expect(isSubscribed()).toBe(false);
});

it("tells the server again of a device whose owner logs in again, and of no other", async () => {
  const sent = answered();
  browserWithPush();
  await turnOn("staff");
  const keep = async () => {
    for (const part of BOTH) await act(() => keepDevice("person-1", part));
    await act(() => keepDevice("person-2", "staff"));
  };
  await keep();
  expect(sentTo(sent, "POST", "staff")).toHaveLength(1);
  localStorage.setItem(TOKEN_KEY, "token-of-another-login");
  await keep();
  await keep();
  expect(sentTo(sent, "POST", "staff")).toHaveLength(2);
  expect(sentTo(sent, "POST", "own")).toEqual([]);
});

it("says why there are none", async () => {
  browserWithPush("denied");
  const close = show("staff");
  expect(await screen.findByText(/^Your browser blocks messages/)).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  close();
  Reflect.deleteProperty(window, "PushManager");
  show("staff");
  await waitFor(() => expect(screen.getByText(/^This browser can't get/)).toBeVisible());
});

it("says what the server refused, and stays off", async () => {
  answerFetches(({ path }) =>
    path === "/api/push/key"
      ? { status: 404, body: { success: false, code: "NOT_FOUND", message: "Not found" } }
      : { body: {} },
  );
  browserWithPush();
  show("staff");
  await userEvent.click(await screen.findByRole("button", { name: "Turn on push messages" }));
  expect(await screen.findByText("Push messages could not be turned on. Not found")).toBeVisible();
  expect(screen.getByRole("button", { name: "Turn on push messages" })).toBeVisible();
});
