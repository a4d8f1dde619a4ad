import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { setBalancesHidden } from "@/components/ui/choices/hide-balances";
import type { NotificationDto } from "@/lib/notifications/schema";
import { renderUi } from "@/tests/support/screens/render";
import { NotificationItems } from "./notification-items";

const notification = (id: string): NotificationDto =>
  ({
    id,
    title: `News ${id}`,
    message: "It is done",
    readAt: null,
    createdAt: "2026-11-20T10:00:00.000Z",
  }) as NotificationDto;

function Holder({ onRead }: { onRead: (id: string) => void }) {
  const [items, setItems] = useState([notification("1"), notification("2")]);
  const read = (id: string) => {
    onRead(id);
    setItems(items.map((item) => (item.id === id ? { ...item, readAt: item.createdAt } : item)));
  };
  return <NotificationItems title="Unread" items={items} onRead={read} />;
}

it("keeps the keyboard's place when an item was read, and reads it once", async () => {
  const onRead = jest.fn();
  renderUi(<Holder onRead={onRead} />);
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard("{Enter}{Enter}");
  const first = screen.getByRole("button", { name: /News 1/ });
  expect(first).toHaveFocus();
  expect(first).toHaveAttribute("aria-disabled", "true");
  await user.tab();
  expect(screen.getByRole("button", { name: /News 2/ })).toHaveFocus();
  expect(onRead.mock.calls).toEqual([["1"]]);
});

it.each([
  ["Your deposit of 185.00 USDT was credited.", "Your deposit of •••• was credited."],
  [
    "Bought 0.024969\u00a0XAUT for 1,100.00\u00a0USDT at 4,001.00.",
    "Bought •••• for •••• at 4,001.00.",
  ],
  ["Result \u221212.50\u00a0USDT. Fee <0.01\u00a0USDT.", "Result ••••. Fee ••••."],
  ["Sent as 0.00210526 BTC, +3 ETH, 1 USDC and 2.5 BNB", "Sent as ••••, ••••, •••• and ••••"],
  ["Up, 60 s. 3 USDTs, USDT 10007", "Up, 60 s. 3 USDTs, USDT 10007"],
])("hides the amounts of %s", (message, hidden) => {
  renderUi(<NotificationItems title="Earlier" items={[{ ...notification("1"), message }]} />);
  const text = screen.getByRole("listitem");
  expect(text).toHaveTextContent(message.replaceAll("\u00a0", " "));
  act(() => setBalancesHidden(true));
  expect(text).toHaveTextContent(hidden);
  // What is marked as an amount is invisible as a whole.
  expect(text.querySelector("[data-amount]")).toBeNull();
  act(() => setBalancesHidden(false));
});
