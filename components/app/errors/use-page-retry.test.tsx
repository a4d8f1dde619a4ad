import { renderHook } from "@testing-library/react";
import { usePageRetry } from "./use-page-retry";

const missing = () => Object.assign(new Error("Failed to load chunk"), { name: "ChunkLoadError" });

const retry = jest.fn();
const reload = jest.fn();
const fail = (error: Error) => renderHook(() => usePageRetry(error, retry, reload)).result.current;

beforeEach(() => {
  sessionStorage.clear();
  for (const mock of [retry, reload]) mock.mockClear();
  jest.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

it("a page whose code is missing is loaded again once, and by Retry", () => {
  fail(missing());
  expect(reload).toHaveBeenCalledTimes(1);
  // The reload did not bring it.
  const press = fail(missing());
  expect(reload).toHaveBeenCalledTimes(1);
  press();
  expect(reload).toHaveBeenCalledTimes(2);
  jest.spyOn(Date, "now").mockReturnValue(Date.now() + 6 * 60_000);
  fail(missing());
  expect(reload).toHaveBeenCalledTimes(3);
  expect(retry).not.toHaveBeenCalled();
});

it("nothing is loaded again by itself without a network", () => {
  jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  fail(missing());
  expect(reload).not.toHaveBeenCalled();
});

it("any other failure leaves the page, and Retry is the router's", () => {
  fail(new Error("A fault"))();
  expect(reload).not.toHaveBeenCalled();
  expect(retry).toHaveBeenCalledTimes(1);
});
