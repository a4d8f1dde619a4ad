import { renderUi } from "@/tests/support/screens/render";
import { ChangeText } from "./change-text";

it.each([
  ["84.12", "up +84.12", 1],
  ["-84.12", "down \u221284.12", 1],
  ["0.00", "unchanged 0.00", 0],
])("shows %s as %j with as many icons as it has directions", (value, text, icons) => {
  const { container } = renderUi(<ChangeText value={value} />);
  expect(container).toHaveTextContent(text);
  expect(container.querySelectorAll("svg")).toHaveLength(icons);
});
