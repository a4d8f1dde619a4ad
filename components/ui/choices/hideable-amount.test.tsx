import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderUi } from "@/tests/support/screens/render";
import {
  HideableAmount,
  HideableChange,
  HideableFigure,
  HideBalancesButton,
} from "./hideable-amount";

afterEach(() => localStorage.clear());

function Balance() {
  return (
    <>
      <HideBalancesButton />
      <HideableAmount value="12480.559" currency="USDT" />
      <HideableChange value="84.12" percent="0.68" currency="USDT" />
    </>
  );
}

it.each([
  ["12345678.90", "text-figure"],
  ["999999999.99", "text-page"],
  ["99999999999.99", "text-page"],
  ["123456789012345.67", "text-section"],
])("shows %s as large as a phone has room for", (value, size) => {
  renderUi(<HideableFigure value={value} currency="USDT" />);
  expect(document.querySelector("[data-amount]")).toHaveClass(size);
});

it("hides every amount and change, and remembers it", async () => {
  const view = renderUi(<Balance />);
  expect(screen.getByText(/12,480\.55/)).toBeVisible();
  const eye = screen.getByRole("button", { name: "Hide amounts" });
  await userEvent.click(eye);
  expect(eye).toHaveAttribute("aria-pressed", "true");
  expect(screen.queryByText(/12,480|84\.12/)).not.toBeInTheDocument();
  expect(screen.getAllByText("••••")).toHaveLength(2);

  view.unmount();
  renderUi(<Balance />);
  expect(screen.queryByText(/12,480|84\.12/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Hide amounts" }));
  expect(screen.getByText(/12,480\.55/)).toBeVisible();
});
