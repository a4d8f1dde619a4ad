import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import type { Settings } from "@/lib/settings/schema";
import { renderUi } from "@/tests/support/screens/render";
import { SupportHours } from "./support-hours";

let value: Settings["supportHours"];

function Editor({ error }: { error?: string }) {
  const [hours, setHours] = useState<Settings["supportHours"]>({ zone: "UTC", days: [] });
  value = hours;
  return (
    <SupportHours
      label="Support hours"
      hint="Hint"
      error={error}
      value={hours}
      disabled={false}
      onChange={setHours}
    />
  );
}

it("takes days in the order of the week, their times and a zone", async () => {
  renderUi(<Editor />);
  await userEvent.click(screen.getByLabelText("Friday"));
  await userEvent.click(screen.getByLabelText("Monday"));
  await userEvent.clear(screen.getByLabelText("Friday, to"));
  await userEvent.type(screen.getByLabelText("Friday, to"), "12:30");
  await userEvent.selectOptions(screen.getByLabelText("Time zone"), "Europe/Berlin");
  expect(value).toEqual({
    zone: "Europe/Berlin",
    days: [
      { day: 1, from: "09:00", to: "17:00" },
      { day: 5, from: "09:00", to: "12:30" },
    ],
  });
  await userEvent.click(screen.getByLabelText("Monday"));
  expect(value.days.map(({ day }) => day)).toEqual([5]);
});

it("says above the days what is wrong with them", () => {
  renderUi(<Editor error="Not these times" />);
  expect(screen.getByRole("group", { name: "Support hours" })).toHaveAccessibleDescription(
    /Not these times/,
  );
  const said = screen.getByText("Not these times");
  const follows = said.compareDocumentPosition(screen.getByLabelText("Monday"));
  expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
