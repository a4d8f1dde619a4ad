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
