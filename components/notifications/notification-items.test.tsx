import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import type { NotificationDto } from "@/lib/notifications/schema";
import { renderUi } from "@/tests/support/render";
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
