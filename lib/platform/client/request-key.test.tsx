import { act, renderHook } from "@testing-library/react";
import { ApiError } from "./api";
import { useRequestKey } from "./request-key";

const failure = (status: number, code = "ANY") => new ApiError(status, code, "text");
const show = () => renderHook(() => useRequestKey()).result;

it.each([
  ["no answer", failure(0, "NETWORK")],
  ["a fault of the server", failure(503)],
  ["another answer still on its way", failure(409, "REQUEST_IN_PROGRESS")],
  ["an earlier sending with other content", failure(409, "IDEMPOTENCY_CONFLICT")],
  ["a fault of the page itself", new TypeError("fault")],
])("keeps the key after %s: it may have been done", (_, error) => {
  const request = show();
  const first = request.current.keyOf();
  expect(request.current.isOpen).toBe(false);
  act(() => request.current.settle(error));
  expect(request.current.isOpen).toBe(true);
  expect(request.current.keyOf()).toBe(first);
});

it.each([
  ["an answer", undefined],
  ["a refusal", failure(422, "INSUFFICIENT_BALANCE")],
  ["a conflict with what holds now", failure(409, "PRICE_MOVED")],
])("takes another key after %s", (_, error) => {
  const request = show();
  const first = request.current.keyOf();
  act(() => request.current.settle(failure(0)));
  act(() => request.current.settle(error));
  expect(request.current.isOpen).toBe(false);
  expect(request.current.keyOf()).not.toBe(first);
});

it.each([
  [429, "RATE_LIMITED"],
  [401, "SESSION_EXPIRED"],
])(
  "keeps what is unknown unknown where %i %s refused before the key was looked at",
  (status, code) => {
    const request = show();
    const first = request.current.keyOf();
    act(() => request.current.settle(failure(status, code)));
    expect(request.current.isOpen).toBe(false);
    const second = request.current.keyOf();
    expect(second).not.toBe(first);
    act(() => request.current.settle(failure(0)));
    act(() => request.current.settle(failure(status, code)));
    expect(request.current.isOpen).toBe(true);
    expect(request.current.keyOf()).toBe(second);
  },
);

it("has one key a content, and another when it begins again", () => {
  const request = show();
  const first = request.current.keyOf("40");
  expect(request.current.keyOf("40")).toBe(first);
  expect(request.current.keyOf("30")).not.toBe(first);
  const second = request.current.keyOf("40");
  act(() => request.current.renew());
  expect(request.current.keyOf("40")).not.toBe(second);
});

it.each([
  ["keeps the key of what can still be answered", failure(0, "NETWORK"), true],
  ["gives up a key that can never be answered", failure(409, "IDEMPOTENCY_CONFLICT"), false],
])("%s when the review is left", (_, error, isKept) => {
  const request = show();
  const first = request.current.keyOf();
  act(() => request.current.settle(error));
  act(() => request.current.leave());
  expect(request.current.isOpen).toBe(isKept);
  expect(request.current.keyOf() === first).toBe(isKept);
});
