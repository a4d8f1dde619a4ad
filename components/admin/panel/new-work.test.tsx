import { jest } from "@jest/globals";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderUi } from "@/tests/support/screens/render";
import { NewWorkSwitch, useNewWork } from "./new-work";

const shown: [string, NotificationOptions | undefined][] = [];
let permission: NotificationPermission;

class BrowserNotification {
  static requestPermission = async () => permission;
  onclick = null;
  constructor(title: string, options?: NotificationOptions) {
    shown.push([title, options]);
  }
}

beforeEach(() => {
  shown.length = 0;
  localStorage.clear();
  Object.assign(globalThis, { Notification: BrowserNotification });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, "Notification");
});

function Panel({ counts }: { counts: Record<string, number | undefined> }) {
  useNewWork(counts);
  return <NewWorkSwitch />;
}

it("shows what is new by number and kind, by choice, and only while nobody looks", async () => {
  permission = "granted";
  const hidden = jest.spyOn(document, "hidden", "get").mockReturnValue(true);
  const { rerender } = renderUi(<Panel counts={{ deposits: 1 }} />);
  rerender(<Panel counts={{ deposits: 2, chat: 4 }} />);
  expect(shown).toEqual([]);
  await userEvent.click(screen.getByRole("switch"));
  await waitFor(() => expect(screen.getByRole("switch")).toBeChecked());
  rerender(<Panel counts={{ deposits: 3, chat: 3 }} />);
  rerender(<Panel counts={{ deposits: 3, chat: 4 }} />);
  await waitFor(() =>
    expect(shown).toEqual([
      ["3 deposits wait", { tag: "new-work-deposits" }],
      ["4 conversations need a reply", { tag: "new-work-chat" }],
    ]),
  );
  hidden.mockReturnValue(false);
  rerender(<Panel counts={{ deposits: 5, chat: 4 }} />);
  await act(async () => undefined);
  expect(shown).toHaveLength(2);
});

it("leaves it to the worker of push messages where there is one, which finds what it shows again", async () => {
  permission = "granted";
  jest.spyOn(document, "hidden", "get").mockReturnValue(true);
  const showNotification = jest.fn<ServiceWorkerRegistration["showNotification"]>();
  Object.assign(navigator, {
    serviceWorker: { getRegistration: async () => ({ showNotification }) },
  });
  const { rerender } = renderUi(<Panel counts={{ deposits: 1 }} />);
  await userEvent.click(screen.getByRole("switch"));
  await waitFor(() => expect(screen.getByRole("switch")).toBeChecked());
  rerender(<Panel counts={{ deposits: 2 }} />);
  await waitFor(() =>
    expect(showNotification).toHaveBeenCalledWith(
      "2 deposits wait",
      expect.objectContaining({ tag: "new-work-deposits", data: { url: "/admin/deposits" } }),
    ),
  );
  Reflect.deleteProperty(navigator, "serviceWorker");
  expect(shown).toEqual([]);
});

it("stays off where the browser refuses", async () => {
  permission = "denied";
  renderUi(<Panel counts={{}} />);
  await userEvent.click(screen.getByRole("switch"));
  expect(await screen.findByText(/^Your browser blocks notifications/)).toBeVisible();
  expect(screen.getByRole("switch")).not.toBeChecked();
});
