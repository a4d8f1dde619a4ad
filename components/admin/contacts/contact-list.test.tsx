import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { AdminContactDto } from "@/lib/contacts/staff-schema";
import { renderUi } from "@/tests/support/screens/render";
import { ContactList } from "./contact-list";

const contactOf = (id: string, title: string): AdminContactDto => ({
  _id: id,
  title,
  description: "",
  link: "https://t.me/support",
  linkType: "url",
  icon: "chat",
  iconType: "other",
  order: 1,
  isActive: true,
  updatedAt: "2026-11-20T14:20:00.000Z",
});

it("moves a contact by one place, however quickly the button is pressed twice", async () => {
  const onReorder = jest.fn();
  const nothing = () => undefined;
  renderUi(
    <ContactList
      services={[contactOf("1", "Telegram"), contactOf("2", "Phone")]}
      onReorder={onReorder}
      onToggle={nothing}
      onEdit={nothing}
      onDelete={nothing}
    />,
  );
  await userEvent.dblClick(screen.getByRole("button", { name: /Telegram.*down/ }));
  expect(onReorder.mock.calls).toEqual([[["2", "1"]]]);
});
