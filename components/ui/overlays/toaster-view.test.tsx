import { act, render, screen } from "@testing-library/react";
import { showToast } from "./toast";
import { ToasterView } from "./toaster-view";

const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const texts = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it("shows a toast for 3 s, and removes it 300 ms later", async () => {
  render(<ToasterView label="Notifications" />);
  showToast.success("Saved");
  await wait(50);
  const toast = screen.getByRole("listitem");
  expect(toast.style.getPropertyValue("--toast-shown")).toBe("3000ms");
  await wait(3_200);
  expect(texts()).toEqual(["Saved"]);
  await wait(100);
  expect(texts()).toEqual([]);
});

it.each([
  ["under the bar at the top of the page", { bottom: 96, height: 56 }, "104px"],
  ["at the top where the bar was scrolled away", { bottom: -10, height: 56 }, "16px"],
  ["at the top where the bar stands at the side", { bottom: 768, height: 768 }, "16px"],
])("shows a toast %s", async (_, rect, top) => {
  render(
    <>
      <header />
      <ToasterView label="Notifications" />
    </>,
  );
  const header = screen.getByRole("banner");
  jest.spyOn(header, "getBoundingClientRect").mockReturnValue(rect as DOMRect);
  showToast.success("Saved");
  await wait(50);
  expect(document.documentElement.style.getPropertyValue("--toast-top")).toBe(top);
  const place = screen.getByRole("list");
  for (const name of ["--offset-top", "--mobile-offset-top"]) {
    expect(place.style.getPropertyValue(name)).toContain("--toast-top");
  }
});

it("replaces a toast by the next one", async () => {
  render(<ToasterView label="Notifications" />);
  showToast.success("Saved");
  await wait(1_000);
  showToast.error("Not saved");
  // React works between the two.
  await wait(50);
  await wait(250);
  expect(texts()).toEqual(["Not saved"]);
});
