import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderUi } from "@/tests/support/screens/render";
import { useChartChoices } from "./chart-choices";
import { ChartTools } from "./chart-tools";

afterEach(() => localStorage.clear());

const onNow = jest.fn();
const onFullChange = jest.fn();

function Tools({ userId }: { userId: string }) {
  const [choices, change] = useChartChoices(userId);
  return (
    <>
      <ChartTools
        choices={choices}
        onChange={change}
        onNow={onNow}
        isFull={false}
        onFullChange={onFullChange}
      />
      <output aria-label={userId}>{JSON.stringify(choices)}</output>
    </>
  );
}

const chosen = (userId: string) =>
  JSON.parse(screen.getByLabelText(userId).textContent ?? "") as Record<string, unknown>;

async function openIndicators() {
  const user = userEvent.setup();
  renderUi(<Tools userId="u1" />);
  await user.click(screen.getByRole("button", { name: "Indicators" }));
  const dialog = await screen.findByRole("dialog", { name: "Indicators" });
  return { user, dialog: within(dialog) };
}

it("keeps what a person chose, for that person alone", async () => {
  const user = userEvent.setup();
  const { unmount } = renderUi(<Tools userId="u1" />);
  await user.selectOptions(screen.getByLabelText("Chart type"), "Area");
  expect(chosen("u1")).toMatchObject({ look: "area" });
  unmount();
  renderUi(<Tools userId="u2" />);
  expect(chosen("u2")).toMatchObject({ look: "candles" });
  renderUi(<Tools userId="u1" />);
  expect(chosen("u1")).toMatchObject({ look: "area" });
});

it("draws an indicator as soon as its parameters are right, and says what is wrong with others", async () => {
  const { user, dialog } = await openIndicators();
  await user.click(dialog.getByRole("switch", { name: "Show volume" }));
  await user.click(dialog.getByRole("button", { name: "Add EMA" }));
  expect(chosen("u1")).toMatchObject({
    hasVolume: true,
    indicators: [{ kind: "ema", params: [9] }],
  });

  const length = dialog.getByLabelText("Length");
  await user.clear(length);
  expect(dialog.getByText("A whole number from 2 to 500")).toBeInTheDocument();
  expect(chosen("u1")).toMatchObject({ indicators: [] });
  await user.type(length, "26");
  expect(chosen("u1")).toMatchObject({ indicators: [{ kind: "ema", params: [26] }] });

  await user.click(dialog.getByRole("button", { name: "Add MACD" }));
  await user.clear(dialog.getByLabelText("Fast"));
  await user.type(dialog.getByLabelText("Fast"), "26");
  expect(dialog.getByRole("alert")).toHaveTextContent(
    "The fast length must be below the slow one.",
  );
  await user.click(dialog.getByRole("button", { name: "Remove MACD 26 26 9" }));
  await waitFor(() => expect(dialog.getByText("Shown in the chart")).toHaveFocus());

  await user.click(dialog.getByRole("button", { name: "Add EMA" }));
  const second = dialog.getAllByLabelText("Length")[1]!;
  await user.clear(second);
  await user.type(second, "26");
  expect(dialog.getByRole("alert")).toHaveTextContent("This one is shown already.");
  expect(chosen("u1")).toMatchObject({ indicators: [{ kind: "ema", params: [26] }] });
});

it("shows no more indicators than can be told apart", async () => {
  const { user, dialog } = await openIndicators();
  for (const name of ["SMA", "EMA", "Bollinger", "RSI", "MACD", "EMA"]) {
    await user.click(dialog.getByRole("button", { name: `Add ${name}` }));
  }
  expect(dialog.getByText("6 is the most that a chart shows.")).toBeInTheDocument();
  expect(dialog.queryByRole("button", { name: "Add SMA" })).toBeNull();
});

it("goes to the newest candles and to the full screen", async () => {
  const user = userEvent.setup();
  renderUi(<Tools userId="u1" />);
  await user.click(screen.getByRole("button", { name: "Go to the newest candles" }));
  await user.click(screen.getByRole("button", { name: "Full screen" }));
  expect(onNow).toHaveBeenCalledTimes(1);
  expect(onFullChange).toHaveBeenCalledWith(true);
});
