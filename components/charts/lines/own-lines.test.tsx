import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { renderUi } from "@/tests/support/screens/render";
import type { DrawnLine } from "./line-rules";
import { OwnLines } from "./own-lines";

const START = { price: 4000.5, fromTime: 1_700_000_040, toTime: 1_700_003_640 };
let kept: readonly DrawnLine[];

function Lines() {
  const [lines, setLines] = useState<readonly DrawnLine[]>([]);
  kept = lines;
  return <OwnLines lines={lines} onChange={setLines} startOf={() => START} />;
}

function drawn() {
  renderUi(<Lines />);
  return userEvent.setup();
}

it("adds, changes and deletes a level without a mouse", async () => {
  const user = drawn();
  await user.click(screen.getByRole("button", { name: "Add a level" }));
  expect(kept).toEqual([{ id: expect.any(String), price: 4000.5 }]);
  const price = screen.getByLabelText("Price in USDT");
  expect(price).toHaveValue("4000.50");
  await user.clear(price);
  await user.type(price, "4,1");
  expect(price).toBeInvalid();
  expect(kept).toEqual([]);
  await user.clear(price);
  await user.type(price, "4100.25");
  expect(kept).toEqual([{ id: expect.any(String), price: 4100.25 }]);
  await user.click(screen.getByRole("button", { name: "Delete Level 1" }));
  expect(kept).toEqual([]);
  expect(screen.getByText("Your lines")).toHaveFocus();
});

it("keeps a trend line by its two ends, which stand at different times", async () => {
  const user = drawn();
  await user.click(screen.getByRole("button", { name: "Add a trend line" }));
  const end = screen.getByLabelText("Ends at (UTC)");
  expect(screen.getByLabelText("Begins at (UTC)")).toHaveValue("2023-11-14T22:14");
  await user.clear(screen.getByLabelText("Price at its end"));
  await user.type(screen.getByLabelText("Price at its end"), "4020");
  expect(kept).toEqual([
    {
      id: expect.any(String),
      from: { time: START.fromTime, price: 4000.5 },
      to: { time: START.toTime, price: 4020 },
    },
  ]);
  await user.clear(end);
  await user.type(end, "2023-11-14T22:14");
  expect(screen.getByRole("alert")).toHaveTextContent("Both ends stand at the same time.");
  expect(kept).toEqual([]);
});
