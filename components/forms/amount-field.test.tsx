import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { HIDE_STORAGE_KEY } from "@/components/ui/choices/stored-choices-script";
import { writeNumbersIn } from "@/lib/platform/ui/reader-locale";
import { renderUi } from "@/tests/support/screens/render";
import { AmountField } from "./amount-field";

function setUp(props: Partial<React.ComponentProps<typeof AmountField>> = {}) {
  const onValueChange = jest.fn();
  renderUi(
    <AmountField
      label="Amount"
      unit="USDT"
      decimals={6}
      available="120.559"
      min="10"
      max="100"
      onValueChange={onValueChange}
      {...props}
    />,
  );
  return { input: screen.getByLabelText("Amount"), onValueChange, user: userEvent.setup() };
}

it("states the limits before any error", () => {
  const { input } = setUp();
  expect(input).toHaveAccessibleDescription(
    expect.stringMatching(/^Available.120\.55.USDT · Min.10\.00.USDT · Max.100\.00.USDT$/),
  );
  expect(input).toHaveAttribute("inputmode", "decimal");
  expect(input).not.toHaveAttribute("aria-invalid");
});

it("states a minimum with all its decimals: less would be refused", () => {
  const { input } = setUp({ min: "10.005" });
  expect(input).toHaveAccessibleDescription(expect.stringMatching(/Min.10\.005.USDT/));
});

it("keeps what the person has to itself while amounts are hidden, and fills it in all the same", async () => {
  localStorage.setItem(HIDE_STORAGE_KEY, "1");
  const { input, user } = setUp({ showMax: true });
  expect(input).toHaveAccessibleDescription(
    expect.stringMatching(/^Available.Amount hidden · Min.10\.00.USDT · Max.100\.00.USDT$/),
  );
  await user.click(screen.getByRole("button", { name: "Max" }));
  expect(input).toHaveValue("120.559");
  localStorage.clear();
});

it("refuses a wrong comma with its reason and keeps what was typed", async () => {
  const { input, onValueChange, user } = setUp();
  await user.type(input, "1200,99");
  expect(input).not.toHaveAttribute("aria-invalid");
  await user.tab();
  expect(input).toHaveValue("1200,99");
  expect(input).toBeInvalid();
  expect(screen.getByText("Use a point for decimals")).toBeVisible();
  expect(onValueChange).toHaveBeenLastCalledWith("1200,99", null);
  await user.clear(input);
  await user.type(input, "1,200.99");
  expect(screen.queryByText("Use a point for decimals")).not.toBeInTheDocument();
  expect(onValueChange).toHaveBeenLastCalledWith("1,200.99", "1200.99");
});

function Holder() {
  const [text, setText] = useState("");
  return (
    <>
      <AmountField label="Amount" unit="USDT" value={text} onValueChange={setText} />
      <button type="button" onClick={() => setText("5.00")}>
        Start again
      </button>
    </>
  );
}

it("has nothing to say of a text that its holder has replaced", async () => {
  renderUi(<Holder />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Amount"), "10,5");
  await user.tab();
  expect(screen.getByText("Use a point for decimals")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Start again" }));
  expect(screen.getByLabelText("Amount")).not.toHaveAttribute("aria-invalid");
});

it("has a Max button only on request, which types for the person", async () => {
  const { input, onValueChange, user } = setUp({ showMax: true });
  await user.click(screen.getByRole("button", { name: "Max" }));
  expect(input).toHaveValue("120.559");
  expect(input).toHaveFocus();
  expect(onValueChange).toHaveBeenCalledWith("120.559", "120.559");
});

function Form({ onSubmit }: { onSubmit: (values: { amount: string }) => void }) {
  const { register, handleSubmit } = useForm<{ amount: string }>();
  return (
    <form onSubmit={(event) => void handleSubmit((values) => onSubmit(values))(event)}>
      <AmountField
        label="Amount"
        unit="USDT"
        decimals={6}
        available="7.5"
        showMax
        {...register("amount")}
      />
      <button type="submit">Go</button>
    </form>
  );
}

it("works with react-hook-form, Max included", async () => {
  const submitted = jest.fn();
  renderUi(<Form onSubmit={submitted} />);
  const user = userEvent.setup();
  expect(screen.queryByText(/Min/)).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Max" }));
  await user.click(screen.getByRole("button", { name: "Go" }));
  expect(submitted).toHaveBeenCalledWith({ amount: "7.5" });
});

it("leaves out its own currency when somebody has pasted that too, and no other", async () => {
  const user = userEvent.setup();
  renderUi(<AmountField label="Amount" unit="USDT" />);
  const input = screen.getByRole("textbox");
  await user.click(input);
  await user.paste("1,234.56 USDT");
  await user.tab();
  expect(input).toHaveValue("1234.56");
  await user.clear(input);
  await user.paste("5 BTC");
  await user.tab();
  expect(input).toHaveValue("5 BTC");
  expect(screen.getByText("Please enter a number")).toBeVisible();
});

it("says both readings of a comma that leaves a doubt", async () => {
  const user = userEvent.setup();
  renderUi(<AmountField label="Amount" unit="USDT" />);
  await user.type(screen.getByRole("textbox"), "12,345");
  await user.tab();
  expect(screen.getByText(/^12,345 could be 12345 or 12\.345\./)).toBeVisible();
});

describe("on a page that groups thousands by points", () => {
  beforeEach(() => writeNumbersIn("de"));
  afterEach(() => writeNumbersIn("en"));

  it("asks which amount is meant by 1.000, and takes either as it says", async () => {
    const { input, onValueChange, user } = setUp();
    await user.type(input, "1.000");
    expect(onValueChange).toHaveBeenLastCalledWith("1.000", null);
    await user.tab();
    expect(input).toBeInvalid();
    expect(screen.getByText(/^Do you mean 1000 or 1\?/)).toBeVisible();
    await user.clear(input);
    await user.type(input, "1000");
    expect(input).not.toHaveAttribute("aria-invalid");
    expect(onValueChange).toHaveBeenLastCalledWith("1000", "1000");
  });

  it("has no doubt about what Max fills in", async () => {
    const { input, onValueChange, user } = setUp({ showMax: true });
    await user.click(screen.getByRole("button", { name: "Max" }));
    expect(input).toHaveValue("120.5590");
    expect(onValueChange).toHaveBeenCalledWith("120.5590", "120.5590");
  });
});
