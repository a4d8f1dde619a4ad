import { screen } from "@testing-library/react";
import { renderUi } from "@/tests/support/screens/render";
import { LiveDot } from "./live-dot";

const dot = (stale: boolean) =>
  renderUi(<LiveDot lastTickAtMs={Date.now()} clockOffsetMs={null} stale={stale} />);

it("is live by a device's clock only while the server says so, too", () => {
  const { unmount } = dot(false);
  expect(screen.getByText("Live · 0 s ago")).toBeVisible();
  unmount();
  dot(true);
  expect(screen.getByText(/^Delayed · last \d\d:\d\d:\d\d UTC$/)).toBeVisible();
});
