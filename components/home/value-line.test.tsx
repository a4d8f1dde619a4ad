import { renderUi } from "@/tests/support/screens/render";
import { ValueLine } from "./value-line";

const points = ["500.000000", "510.000000"].map((value, hour) => ({
  at: `2026-11-29T0${hour}:00:00.000Z`,
  value,
  paid: "0.000000",
}));

it("writes the values of its grid over the area under the line", () => {
  const { container } = renderUi(<ValueLine points={points} width={600} height={220} />);
  const areas = [...container.querySelectorAll("path")];
  const [lowest] = [...container.querySelectorAll("text")].filter(
    ({ textContent }) => textContent === "500",
  );
  expect(areas.at(-1)!.compareDocumentPosition(lowest!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
