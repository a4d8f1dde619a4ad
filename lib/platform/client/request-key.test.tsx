import { act, renderHook } from "@testing-library/react";
import { signIn } from "@/tests/support/sign-in";
import { ApiError } from "./api";
import { clearDrafts } from "./drafts";
import { useRequestKey } from "./request-key";

const failure = (status: number, code = "ANY") => new ApiError(status, code, "text");
const show = (form?: string) => renderHook(() => useRequestKey(form)).result;
type Shown = ReturnType<typeof show>;
const isUnconfirmed = (request: Shown, content?: string) =>
  request.current.unconfirmed(content) !== null;

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
  expect(isUnconfirmed(request)).toBe(false);
  act(() => request.current.settle(error));
  expect(isUnconfirmed(request)).toBe(true);
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
  expect(isUnconfirmed(request)).toBe(false);
  expect(request.current.keyOf()).not.toBe(first);
});

it.each([
  [429, "RATE_LIMITED"],
  [401, "SESSION_EXPIRED"],
  [401, "OTHER_ACCOUNT"],
  [503, "MARKET_STALE"],
])(
  "keeps what is unknown unknown where %i %s refused, maybe before the key was looked at",
  (status, code) => {
    const request = show();
    const first = request.current.keyOf();
    act(() => request.current.settle(failure(status, code)));
    expect(isUnconfirmed(request)).toBe(false);
    const second = request.current.keyOf();
    expect(second).not.toBe(first);
    act(() => request.current.settle(failure(0)));
    act(() => request.current.settle(failure(status, code)));
    expect(isUnconfirmed(request)).toBe(true);
    expect(request.current.keyOf()).toBe(second);
  },
);

it("has one key a content, and another after a review was left of which nothing is unconfirmed", () => {
  const request = show();
  const first = request.current.keyOf("40");
  expect(request.current.keyOf("40")).toBe(first);
  expect(request.current.keyOf("30")).not.toBe(first);
  const second = request.current.keyOf("40");
  act(() => request.current.leave("40"));
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
  expect(isUnconfirmed(request)).toBe(isKept);
  expect(request.current.keyOf() === first).toBe(isKept);
});

it("sends the very same again, and says why its outcome is not known", () => {
  const request = show();
  const sent = request.current.orderOf("50", (key) => ({ key, rate: "0.80" }));
  act(() => request.current.settle(failure(0, "NETWORK")));
  expect(request.current.unconfirmed("50")).toMatchObject({
    order: sent,
    why: "text",
    isRepeatable: true,
  });
  expect(request.current.unconfirmed("60")).toBeNull();
  expect(request.current.orderOf("50", (key) => ({ key, rate: "0.82" }))).toEqual(sent);
  act(() => request.current.settle(failure(409, "IDEMPOTENCY_CONFLICT")));
  expect(request.current.unconfirmed("50")).toMatchObject({ order: sent, isRepeatable: false });
});

it("keeps what is unknown of one order while another one is refused, until that is answered", () => {
  const request = show();
  const make = (key: string) => ({ key });
  const sent = request.current.orderOf("50", make);
  act(() => request.current.settle(failure(0)));
  const other = request.current.orderOf("60", make);
  expect(other).not.toEqual(sent);
  act(() => request.current.settle(failure(429, "RATE_LIMITED")));
  act(() => request.current.leave("60"));
  expect(isUnconfirmed(request, "60")).toBe(false);
  expect(request.current.orderOf("50", make)).toEqual(sent);
  act(() => request.current.settle());
  expect(request.current.orderOf("50", make)).not.toEqual(sent);
});

it("keeps each unconfirmed order by itself: what comes of another request says nothing of it", () => {
  const request = show();
  const fifty = request.current.keyOf("50");
  act(() => request.current.settle(failure(0)));
  const sixty = request.current.keyOf("60");
  act(() => request.current.settle(failure(0)));
  expect([isUnconfirmed(request, "50"), isUnconfirmed(request, "60")]).toEqual([true, true]);
  expect([request.current.keyOf("50"), request.current.keyOf("60")]).toEqual([fifty, sixty]);
  act(() => request.current.settle());
  expect([isUnconfirmed(request, "50"), isUnconfirmed(request, "60")]).toEqual([true, false]);
  expect(request.current.keyOf("50")).toBe(fifty);
});

it("takes an error page of whatever stands in between for no answer", () => {
  const request = show();
  const first = request.current.keyOf();
  act(() => request.current.settle(failure(0)));
  for (const status of [403, 404, 408, 429]) {
    act(() => request.current.settle(failure(status, "INTERNAL")));
    expect(isUnconfirmed(request)).toBe(true);
    expect(request.current.keyOf()).toBe(first);
  }
});

describe("of a form, when its page is left", () => {
  const make = (key: string) => ({ key, amount: "50" });
  const order = (request: Shown, content = "50") => request.current.orderOf(content, make);
  /** Sends an order, and loses its answer. */
  function lose(content = "50", form = "option") {
    const request = show(form);
    const sent = order(request, content);
    act(() => request.current.settle(failure(0, "NETWORK")));
    return sent;
  }

  beforeEach(() => {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
    signIn("anna");
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const storage of [localStorage, sessionStorage]) storage.clear();
  });

  it("sends the very same again, until its outcome is known", () => {
    const sent = lose();
    const again = show("option");
    expect(again.current.unconfirmed("50")).toMatchObject({ why: "text", isRepeatable: true });
    expect(isUnconfirmed(again, "60")).toBe(false);
    expect(isUnconfirmed(show("spot"), "50")).toBe(false);
    expect(order(again)).toEqual(sent);
    act(() => again.current.settle(failure(429, "RATE_LIMITED")));
    const third = show("option");
    expect(order(third)).toEqual(sent);
    act(() => third.current.settle());
    expect(sessionStorage).toHaveLength(0);
    expect(order(show("option"))).not.toEqual(sent);
  });

  it.each<[string, (ApiError | undefined)[] | null, boolean]>([
    ["before an answer came", null, true],
    ["after an answer", [undefined], false],
    ["after a refusal", [failure(422)], false],
    [
      "after a refusal because of the session, which is over",
      [failure(401, "SESSION_EXPIRED")],
      false,
    ],
  ])("knows whether something is unconfirmed %s", (_, outcome, isKept) => {
    const request = show("option");
    const sent = order(request);
    if (outcome?.[0]?.status === 401) localStorage.removeItem("token");
    if (outcome) act(() => request.current.settle(outcome[0]));
    signIn("anna");
    const again = show("option");
    expect(again.current.unconfirmed("50")).toEqual(
      isKept ? expect.objectContaining({ why: "The page was left before an answer came." }) : null,
    );
    const next = order(again);
    if (isKept) expect(next).toEqual(sent);
    else expect(next).not.toEqual(sent);
  });

  it("keeps each unconfirmed order by itself, also where its answer comes to the page that was left", () => {
    const [first, second] = [show("option"), show("option")];
    order(first, "50");
    const sixty = order(second, "60");
    act(() => first.current.settle());
    const again = show("option");
    expect([isUnconfirmed(again, "50"), isUnconfirmed(again, "60")]).toEqual([false, true]);
    expect(order(again, "60")).toEqual(sixty);
  });

  it("takes a late answer for no answer to a newer order with the same content", () => {
    const old = show("option");
    order(old);
    const next = show("option");
    order(next);
    act(() => next.current.settle());
    const newer = order(next);
    act(() => old.current.settle());
    expect(order(show("option"))).toEqual(newer);
  });

  it.each([
    ["nothing was sent since", false],
    ["the same was ordered anew", true],
  ])("brings no settled order back when a failure comes late and %s", (_, isOrderedAnew) => {
    const old = renderHook(() => useRequestKey("option"));
    old.result.current.orderOf("50", make);
    old.unmount();
    const next = show("option");
    order(next);
    act(() => next.current.settle());
    const newer = isOrderedAnew ? order(next) : null;
    act(() => old.result.current.settle(failure(0)));
    expect(show("option").current.unconfirmed("50")).toEqual(
      newer &&
        expect.objectContaining({ order: newer, why: expect.stringMatching(/^The page was/) }),
    );
  });

  it("says once more that a key can never be answered, and gives it up when that review is left", () => {
    const request = show("option");
    const sent = order(request);
    act(() => request.current.settle(failure(409, "IDEMPOTENCY_CONFLICT")));
    const again = show("option");
    expect(again.current.unconfirmed("50")).toMatchObject({ isRepeatable: false });
    act(() => again.current.leave("50"));
    expect(isUnconfirmed(again, "50")).toBe(false);
    expect(isUnconfirmed(show("option"), "50")).toBe(false);
    expect(order(again)).not.toEqual(sent);
  });

  it("sends the same secrets again, and keeps none beyond the page", () => {
    const send = (request: Shown, password: string) =>
      request.current.orderOf("50", make, { password });
    const request = show("withdraw");
    const sent = send(request, "hunter2");
    expect(sent.password).toBe("hunter2");
    expect(JSON.stringify(sessionStorage)).not.toContain("hunter2");
    act(() => request.current.settle(failure(0)));
    expect(JSON.stringify(sessionStorage)).toContain(sent.key);
    expect(JSON.stringify(sessionStorage)).not.toContain("hunter2");
    expect(send(request, "another")).toEqual(sent);
    expect(send(show("withdraw"), "another")).toEqual({ ...sent, password: "another" });
  });

  it("shows nothing of it to another person, and nothing after a logout", () => {
    const sent = lose();
    // As another tab does it.
    signIn("bert");
    expect(isUnconfirmed(show("option"), "50")).toBe(false);
    signIn("anna");
    expect(order(show("option"))).toEqual(sent);
    // As this tab does it, too.
    clearDrafts("anna");
    expect(isUnconfirmed(show("option"), "50")).toBe(true);
    clearDrafts("bert");
    expect(isUnconfirmed(show("option"), "50")).toBe(false);
    lose();
    clearDrafts();
    expect(isUnconfirmed(show("option"), "50")).toBe(false);
  });

  it("keeps nothing under the name of whoever logged in meanwhile", () => {
    const request = show("option");
    signIn("bert");
    order(request);
    act(() => request.current.settle(failure(0)));
    expect(sessionStorage).toHaveLength(0);
  });

  it("forgets after 7 days, as long as the server keeps its answers, whenever it was repeated", () => {
    const sentAtMs = Date.now();
    const clock = jest.spyOn(Date, "now").mockReturnValue(sentAtMs);
    lose();
    const DAYS_7_MS = 604_800_000;
    clock.mockReturnValue(sentAtMs + DAYS_7_MS - 1);
    const again = show("option");
    order(again);
    act(() => again.current.settle(failure(0)));
    // When it was sent first, here and once the page is left again.
    for (const request of [again, show("option")]) {
      expect(request.current.unconfirmed("50")).toMatchObject({ sentAtMs });
    }
    clock.mockReturnValue(sentAtMs + DAYS_7_MS);
    expect(isUnconfirmed(show("option"), "50")).toBe(false);
  });

  it.each([
    "{",
    "null",
    "[1]",
    '{"50":null}',
    '{"50":{"key":"k","sentAtMs":1e15}}',
    '{"50":"text"}',
  ])("takes %s in the storage for nothing", (text) => {
    lose();
    sessionStorage.setItem(sessionStorage.key(0) ?? "", text);
    const request = show("option");
    expect(isUnconfirmed(request, "50")).toBe(false);
    const sent = order(request);
    act(() => request.current.settle(failure(0)));
    expect(order(show("option"))).toEqual(sent);
  });

  it("knows what is unconfirmed while the page stands where the storage is blocked", () => {
    const blocked = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    jest.spyOn(Storage.prototype, "setItem").mockImplementation(blocked);
    jest.spyOn(Storage.prototype, "removeItem").mockImplementation(blocked);
    const request = show("option");
    const sent = order(request);
    act(() => request.current.settle(failure(0)));
    expect(order(request)).toEqual(sent);
    act(() => request.current.settle());
    expect(isUnconfirmed(request, "50")).toBe(false);
  });
});
