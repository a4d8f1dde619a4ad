import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { renderUi } from "@/tests/support/screens/render";
import { CopyButton } from "./copy-button";
import { Address } from "./display/address";

const ADDRESS = "0x7a2Bf41C9d0E35b8A6cE1f0dD43b92F7c51E88Ad";

function Subject() {
  const ref = useRef<HTMLElement>(null);
  return (
    <>
      <Address ref={ref} value={ADDRESS} />
      <CopyButton text={ADDRESS} label="Copy address" textRef={ref} />
    </>
  );
}

afterEach(() => jest.useRealTimers());

it("copies, answers on the button and in the live region, and returns after 2 s", async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  renderUi(<Subject />);
  await user.click(screen.getByRole("button", { name: "Copy address" }));
  expect(await navigator.clipboard.readText()).toBe(ADDRESS);
  expect(screen.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("Copied");
  act(() => jest.advanceTimersByTime(2000));
  expect(screen.getByRole("button", { name: "Copy address" })).toBeVisible();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

it("selects the text and says how to copy it when the clipboard refuses", async () => {
  const user = userEvent.setup();
  renderUi(<Subject />);
  jest.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("denied"));
  await user.click(screen.getByRole("button", { name: "Copy address" }));
  expect(await screen.findByText("Press and hold to copy")).toBeVisible();
  expect(window.getSelection()?.toString()).toBe(ADDRESS);
});
