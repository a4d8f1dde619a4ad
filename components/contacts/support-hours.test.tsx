import { screen } from "@testing-library/react";
import type { SupportInfo } from "@/lib/chat/hours/schema";
import { renderUi } from "@/tests/support/screens/render";
import { SupportHours } from "./support-hours";

const info: SupportInfo = {
  isOpen: false,
  changesAt: "2026-11-30T08:00:00.000Z",
  hours: {
    zone: "Europe/Berlin",
    days: [6, 1, 2, 3, 4, 5].map((day) => ({
      day,
      from: "09:00",
      to: day === 6 ? "12:00" : "17:00",
    })),
  },
  medianFirstReplySeconds: 754,
};

it("says when support is open again for its reader, its hours by its own clock, and what answers took", () => {
  renderUi(<SupportHours info={info} />);
  expect(screen.getByRole("region", { name: "When support answers" })).toHaveTextContent(
    "Support is closed now and answers again from 30 Nov 2026, 08:00 UTC." +
      "Hours: Mon–Fri 09:00–17:00, Sat 09:00–12:00 (Berlin)." +
      "Half of all first answers of the last 30 days came within 13 minutes.",
  );
});

it("says nothing of hours that there are none of, and nothing of answers that are too few", () => {
  const always = { ...info, isOpen: true, changesAt: null, hours: { zone: "UTC", days: [] } };
  const { rerender, container } = renderUi(<SupportHours info={always} />);
  expect(container).toHaveTextContent(/^Half of all first answers.*13 minutes\.$/);
  rerender(<SupportHours info={{ ...always, medianFirstReplySeconds: null }} />);
  expect(container).toBeEmptyDOMElement();
});
