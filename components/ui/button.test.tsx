import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderUi } from "@/tests/support/screens/render";
import { Button, type ButtonProps } from "./button";

const htmlOf = (props: ButtonProps) => {
  const { container, unmount } = renderUi(<Button {...props}>Save</Button>);
  const html = container.innerHTML;
  unmount();
  return html;
};

it.each<ButtonProps>([
  {},
  { type: "submit" },
  { pendingLabel: "Saving…" },
  { reservesWidth: true },
])("is the same with nothing pending as without saying so: %j", (props) => {
  const idle = htmlOf(props);
  expect(htmlOf({ ...props, pending: false })).toBe(idle);
  expect(htmlOf({ ...props, pending: undefined })).toBe(idle);
  expect(htmlOf({ ...props, pending: true })).not.toBe(idle);
});

it("is as wide as what it will say, where it sends something, and no wider elsewhere", () => {
  expect(htmlOf({})).not.toContain("Sending…");
  expect(htmlOf({ type: "submit", reservesWidth: false })).not.toContain("Sending…");
  for (const props of [{ type: "submit" as const }, { reservesWidth: true }]) {
    expect(htmlOf(props)).toMatch(/aria-hidden="true" [^>]*invisible[^>]*>Sending…/);
  }
  expect(htmlOf({ pendingLabel: "Saving…" })).toMatch(/invisible[^>]*>Saving…/);
});

it("ignores presses while it sends, with its focus and both texts in place", async () => {
  const onClick = jest.fn();
  const { rerender } = renderUi(<Button onClick={onClick}>Save</Button>);
  const button = screen.getByRole("button", { name: "Save" });
  await userEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
  rerender(
    <Button onClick={onClick} pending>
      Save
    </Button>,
  );
  expect(screen.getByRole("button", { name: "Sending…" })).toBe(button);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
});
