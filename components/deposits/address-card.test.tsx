import { act, screen } from "@testing-library/react";
import { renderUi } from "@/tests/support/screens/render";
import { AddressCard } from "./address-card";

let mockOffsetMs: number | null = null;
jest.mock("@/components/app/live/realtime-state", () => ({
  ...jest.requireActual<object>("@/components/app/live/realtime-state"),
  clockOffset: () => mockOffsetMs,
}));

const OLD = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const NEW = "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf";

let answers = 0;
/** The page as the server makes it; shown again, it is the same answer. */
function madeByServer(address: string) {
  answers += 1;
  return <AddressCard address={address} network="TRC20" readAtMs={answers} />;
}

const expectUsable = (is: boolean) => {
  for (const role of ["img", "button"])
    expect(screen.queryAllByRole(role)).toHaveLength(is ? 1 : 0);
};

/** The one that is shown and copied. */
const expectAddress = (address: string) =>
  expect(screen.getByText("TRC20 address").parentElement).toHaveTextContent(address);

it("shows the code and the address, to be copied", () => {
  renderUi(madeByServer(OLD));
  expectUsable(true);
  expectAddress(OLD);
});

it("says that the address changed while it was looked at", () => {
  const { rerender } = renderUi(madeByServer(OLD));
  rerender(madeByServer(NEW));
  expectAddress(NEW);
  expect(screen.getByRole("alert")).toHaveTextContent("The address has changed");
});

it("offers none from memory before the server has said which it is now, and then says that it changed", () => {
  const page = madeByServer(OLD);
  renderUi(page).unmount();
  const { rerender } = renderUi(page);
  expectUsable(false);
  expect(document.body).not.toHaveTextContent(OLD);
  expect(screen.getByText("Checking whether this is still the address")).toBeInTheDocument();
  rerender(madeByServer(NEW));
  expectUsable(true);
  expectAddress(NEW);
  expect(screen.getByRole("alert")).toHaveTextContent("The address has changed");
});

it("shows the same address again once the server has confirmed it, without an alarm", () => {
  const page = madeByServer(OLD);
  renderUi(page).unmount();
  const { rerender } = renderUi(page);
  rerender(madeByServer(OLD));
  expectAddress(OLD);
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});

it("offers none either when the browser brings the whole page back as it stood", () => {
  const { rerender } = renderUi(madeByServer(OLD));
  const show = (persisted: boolean) =>
    act(() => {
      window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
    });
  show(false);
  expectUsable(true);
  show(true);
  expectUsable(false);
  rerender(madeByServer(OLD));
  expectUsable(true);
});

it("offers none that is old by the server's clock, though it was never on screen", () => {
  mockOffsetMs = 3_600_000;
  const serverNowMs = Date.now() + mockOffsetMs;
  const card = (readAtMs: number) => (
    <AddressCard address={OLD} network="TRC20" readAtMs={readAtMs} />
  );
  const { rerender } = renderUi(card(serverNowMs - 62_000));
  expectUsable(false);
  rerender(card(serverNowMs - 1_000));
  expectUsable(true);
  mockOffsetMs = null;
});
