import { act, renderHook } from "@testing-library/react";
import { ApiError } from "./api";
import { useRequestKey } from "./request-key";

const failure = (status: number, code = "ANY") => new ApiError(status, code, "text");
const show = () => renderHook(() => useRequestKey()).result;
type Shown = ReturnType<typeof show>;
const isInDoubt = (request: Shown, content?: string) =>
  request.current.unresolved(content) !== null;

it.each([
  ["no answer", failure(0, "NETWORK")],
  ["a fault of the server", failure(503, "SERVICE_UNAVAILABLE")],
  ["a fault on the way to the server", failure(502, "INTERNAL")],
  ["another answer still on its way", failure(409, "REQUEST_IN_PROGRESS")],
  ["an earlier sending with other content", failure(409, "IDEMPOTENCY_CONFLICT")],
  ["a fault of the page itself", new TypeError("fault")],
])("keeps the key after %s: it may have been done", (_, error) => {
  const request = show();
  const first = request.current.keyOf();
  expect(isInDoubt(request)).toBe(false);
  act(() => request.current.settle(error));
  expect(isInDoubt(request)).toBe(true);
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
  expect(isInDoubt(request)).toBe(false);
  expect(request.current.keyOf()).not.toBe(first);
});

it.each([
  [429, "RATE_LIMITED"],
  [401, "SESSION_EXPIRED"],
  [503, "MARKET_STALE"],
])(
  "keeps what is unknown unknown where %i %s refused, maybe before the key was looked at",
  (status, code) => {
    const request = show();
    const first = request.current.keyOf();
    act(() => request.current.settle(failure(status, code)));
    expect(isInDoubt(request)).toBe(false);
    const second = request.current.keyOf();
    expect(second).not.toBe(first);
    act(() => request.current.settle(failure(0)));
    act(() => request.current.settle(failure(status, code)));
    expect(isInDoubt(request)).toBe(true);
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
  expect(isInDoubt(request)).toBe(isKept);
  expect(request.current.keyOf() === first).toBe(isKept);
});

it("sends the very same again, and says why its outcome is not known", () => {
  const request = show();
  const lost = failure(0, "NETWORK");
  const sent = request.current.orderOf("50", (key) => ({ key, rate: "0.80" }));
  act(() => request.current.settle(lost));
  expect(request.current.unresolved("50")).toMatchObject({
    order: sent,
    failure: lost,
    isRepeatable: true,
  });
  expect(request.current.unresolved("60")).toBeNull();
  expect(request.current.orderOf("50", (key) => ({ key, rate: "0.82" }))).toBe(sent);
  act(() => request.current.settle(failure(409, "IDEMPOTENCY_CONFLICT")));
  expect(request.current.unresolved("50")).toMatchObject({ order: sent, isRepeatable: false });
});

it("keeps what is unknown of one order while another one is refused, until that is answered", () => {
  const request = show();
  const make = (key: string) => ({ key });
  const sent = request.current.orderOf("50", make);
  act(() => request.current.settle(failure(0)));
  const other = request.current.orderOf("60", make);
  expect(other).not.toEqual(sent);
  act(() => request.current.settle(failure(429, "RATE_LIMITED")));
  act(() => request.current.leave());
  expect(isInDoubt(request, "60")).toBe(false);
  expect(request.current.orderOf("50", make)).toBe(sent);
  act(() => request.current.settle());
  expect(request.current.orderOf("50", make)).not.toEqual(sent);
});

it("keeps each doubt by itself: what comes of another request says nothing of it", () => {
  const request = show();
  const fifty = request.current.keyOf("50");
  act(() => request.current.settle(failure(0)));
  const sixty = request.current.keyOf("60");
  act(() => request.current.settle(failure(0)));
  expect([isInDoubt(request, "50"), isInDoubt(request, "60")]).toEqual([true, true]);
  expect([request.current.keyOf("50"), request.current.keyOf("60")]).toEqual([fifty, sixty]);
  act(() => request.current.settle());
  expect([isInDoubt(request, "50"), isInDoubt(request, "60")]).toEqual([true, false]);
  expect(request.current.keyOf("50")).toBe(fifty);
});

it("takes an error page of whatever stands in between for no answer", () => {
  const request = show();
  const first = request.current.keyOf();
  act(() => request.current.settle(failure(0)));
  for (const status of [403, 404, 408, 429]) {
    act(() => request.current.settle(failure(status, "INTERNAL")));
    expect(isInDoubt(request)).toBe(true);
    expect(request.current.keyOf()).toBe(first);
  }
});
