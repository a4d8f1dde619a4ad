import { jest } from "@jest/globals";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  AppRouterContext,
  type AppRouterInstance,
} from "next/dist/shared/lib/app-router-context.shared-runtime";
import { useState } from "react";
import { setBalancesHidden } from "@/components/ui/choices/hide-balances";
import { Dialog } from "@/components/ui/overlays/dialog";
import { answerFetches, held, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { NotificationDialog } from "./notification-dialog";
import { clearNotifications, enqueueNotification } from "./notification-queue";

const push = jest.fn();
const router: AppRouterInstance = {
  push,
  back: () => undefined,
  forward: () => undefined,
  refresh: () => undefined,
  replace: () => undefined,
  prefetch: () => undefined,
  bfcacheId: "test",
};

const item = (n: number) => ({ id: `id-${n}`, title: `Title ${n}`, message: `Message ${n}` });
const arrive = (...numbers: number[]) =>
  act(() => {
    for (const n of numbers) enqueueNotification(item(n));
  });

let sent: Sent[];
const requests = () => sent.map(({ method, path }) => `${method} ${path}`);

beforeEach(() => {
  push.mockClear();
  sent = answerFetches(() => ({ body: { unreadCount: 0 } }));
});
afterEach(() => {
  act(clearNotifications);
  act(() => setBalancesHidden(false));
  window.history.pushState(null, "", "/");
});

/** What a rich editor is made of. */
const editable = {
  contentEditable: true,
  suppressContentEditableWarning: true,
  role: "textbox",
  tabIndex: 0,
  "aria-label": "Text",
};

/** The dialogs of a page: the floating one, and one that handles money. */
function Screen({ showsAmounts }: { showsAmounts: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Review
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Withdraw 120.00 USDT" />
      <NotificationDialog showsAmounts={showsAmounts} />
    </>
  );
}

const client = new QueryClient();
const dialogs = (showsAmounts = false) => (
  <AppRouterContext value={router}>
    <QueryClientProvider client={client}>
      <Screen showsAmounts={showsAmounts} />
    </QueryClientProvider>
  </AppRouterContext>
);
const renderScreen = () => renderUi(dialogs());

describe("the floating notification", () => {
  it("shows title and message, with the focus on Cancel", async () => {
    renderScreen();
    arrive(1);
    const dialog = await screen.findByRole("dialog", { name: "Title 1" });
    expect(dialog).toHaveAccessibleDescription("Message 1");
    const cancel = within(dialog).getByRole("button", { name: "Cancel" });
    await waitFor(() => expect(cancel).toHaveFocus());
    expect(within(dialog).getByRole("button", { name: "View" })).toBeInTheDocument();
  });

  describe.each([
    ["a field", <input key="field" aria-label="Text" />],
    ["several lines", <textarea key="field" aria-label="Text" />],
    ["editable text", <div key="field" {...editable} />],
  ])("while somebody types into %s", (_, field) => {
    const show = async () => {
      const user = userEvent.setup();
      renderUi(
        <>
          {field}
          {dialogs()}
        </>,
      );
      const text = screen.getByLabelText("Text");
      await user.click(text);
      arrive(1);
      const dialog = await screen.findByRole("dialog", { name: "Title 1" });
      // By then a modal one would have taken the focus.
      await act(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
      return { user, text, dialog };
    };

    it("leaves the focus there and reads itself out", async () => {
      const { user, text, dialog } = await show();
      expect(text).toHaveFocus();
      expect(screen.getByRole("status")).toHaveTextContent("Title 1. Message 1");
      await user.keyboard("120");
      expect(text).toHaveFocus();
      await user.click(text);
      expect(dialog).toBeVisible();
    });

    it("can be reached and closed with the keyboard", async () => {
      const { user, text, dialog } = await show();
      const cancel = within(dialog).getByRole("button", { name: "Cancel" });
      for (let presses = 0; presses < 6 && document.activeElement !== cancel; presses++) {
        await user.tab();
      }
      expect(cancel).toHaveFocus();
      await user.keyboard("{Enter}");
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
      await waitFor(() => expect(text).toHaveFocus());
      expect(screen.getByRole("status")).toBeEmptyDOMElement();
    });

    it("makes way for a dialog that is opened, and comes again after it", async () => {
      const { user, dialog } = await show();
      await user.click(screen.getByRole("button", { name: "Review" }));
      await screen.findByRole("dialog", { name: "Withdraw 120.00 USDT" });
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
      await user.keyboard("{Escape}");
      expect(await screen.findByRole("dialog", { name: "Title 1" })).toBeVisible();
    });
  });

  it("shows one at a time, in order, each once", async () => {
    const user = userEvent.setup();
    renderScreen();
    arrive(1, 2, 1);
    await screen.findByRole("dialog", { name: "Title 1" });
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await screen.findByRole("dialog", { name: "Title 2" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    arrive(2);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(requests()).toEqual([]);
  });

  it("View marks it read and opens the notifications", async () => {
    const user = userEvent.setup();
    renderScreen();
    arrive(1);
    await user.click(await screen.findByRole("button", { name: "View" }));
    expect(requests()).toEqual(["PATCH /api/notifications/id-1/read"]);
    await waitFor(() => expect(push).toHaveBeenCalledWith("/notifications"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("View does not wait for the server, and neither does the next one", async () => {
    const user = userEvent.setup();
    const first = held();
    sent = answerFetches(() => first.answer);
    renderScreen();
    arrive(1, 2);
    await user.click(await screen.findByRole("button", { name: "View" }));
    expect(push.mock.calls).toEqual([["/notifications"]]);
    await screen.findByRole("dialog", { name: "Title 2" });
    await user.click(screen.getByRole("button", { name: "View" }));
    expect(push).toHaveBeenCalledTimes(2);
    expect(requests()).toEqual([
      "PATCH /api/notifications/id-1/read",
      "PATCH /api/notifications/id-2/read",
    ]);
  });

  it("hides amounts with the eye button, but not from staff", async () => {
    act(() => setBalancesHidden(true));
    const paid = { id: "paid", title: "Deposit credited", message: "185.00 USDT were credited." };
    const { rerender } = renderUi(dialogs());
    act(() => enqueueNotification(paid));
    const dialog = await screen.findByRole("dialog", { name: "Deposit credited" });
    expect(dialog).toHaveAccessibleDescription("•••• were credited.");
    rerender(dialogs(true));
    expect(dialog).toHaveAccessibleDescription("185.00 USDT were credited.");
  });

  it("waits while another dialog is open", async () => {
    const user = userEvent.setup();
    renderScreen();
    await user.click(screen.getByRole("button", { name: "Review" }));
    await screen.findByRole("dialog", { name: "Withdraw 120.00 USDT" });
    arrive(1);
    expect(screen.queryByRole("dialog", { name: "Title 1" })).not.toBeInTheDocument();
    await user.keyboard("{Escape}");
    await screen.findByRole("dialog", { name: "Title 1" });
  });

  it("ignores what is no notification", () => {
    renderScreen();
    act(() => {
      for (const data of [null, "text", {}, { id: 1, title: "a", message: "b" }]) {
        enqueueNotification(data);
      }
    });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it.each([
    ["what the user has just done", { type: "ai", quiet: true }],
    ["one's own conversions", { type: "storage" }],
    ["what strategies trade", { type: "ai-trade" }],
  ])("leaves %s to the list", (_, marks) => {
    renderScreen();
    act(() => enqueueNotification({ ...item(1), ...marks }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it.each([
    ["chat", "/chat"],
    ["option-trade", "/option-trading"],
    ["manual-trade", "/trade"],
  ])("leaves a %s to the list on %s alone, which shows it", async (type, shownOn) => {
    const user = userEvent.setup();
    renderScreen();
    const pages = ["/chat", "/option-trading", "/trade", "/ai-trading", "/record", "/market"];
    for (const [n, path] of pages.entries()) {
      window.history.pushState(null, "", path);
      act(() => enqueueNotification({ ...item(n), type }));
      if (path === shownOn) {
        expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
      } else {
        await screen.findByRole("dialog", { name: `Title ${n}` });
        await user.keyboard("{Escape}");
        await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
      }
    }
  });
});
