import { learnEnglish } from "@/tests/support/words/browser-words";
import { api, messageOf } from "./api";
import { setRepetitionListener } from "./busy";

learnEnglish();

const answer = (status: number, code: string, retryAfter?: string) =>
  new Response(JSON.stringify({ success: status < 400, code, message: "Server error" }), {
    status,
    headers: retryAfter ? { "retry-after": retryAfter } : {},
  });
const busy = () => answer(503, "SERVICE_UNAVAILABLE", "2");

let fetched: jest.SpiedFunction<typeof fetch>;
const said = jest.fn();
beforeEach(() => {
  jest.useFakeTimers();
  fetched = jest.spyOn(globalThis, "fetch");
  said.mockReset();
  setRepetitionListener(said);
});
afterEach(() => jest.useRealTimers());

/** Posts with a key, and lets the waits pass. */
async function post(options: { idempotencyKey?: string }) {
  const sent = api.post("/trades", { amount: "1" }, options).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(10_000);
  return sent;
}
const keysSent = () =>
  fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get("idempotency-key"));

it("sends what a busy site refused again, with the same key, and says so", async () => {
  fetched.mockResolvedValueOnce(busy()).mockResolvedValueOnce(answer(200, ""));
  expect(await post({ idempotencyKey: "one" })).toMatchObject({ success: true });
  expect(keysSent()).toEqual(["one", "one"]);
  expect(said.mock.calls).toEqual([["The site is busy. Sending your request again…"]]);
});

it("gives up calmly after three sendings", async () => {
  fetched.mockImplementation(async () => busy());
  const failure = await post({ idempotencyKey: "one" });
  expect(fetched).toHaveBeenCalledTimes(3);
  expect(messageOf(failure)).toBe("The site is busy right now. Please try again in a moment.");
});

it.each([
  ["a request without a key, which might be done twice", {}, busy()],
  ["what the server decided", { idempotencyKey: "one" }, answer(503, "MARKET_STALE", "2")],
  [
    "a fault that says nothing of when",
    { idempotencyKey: "one" },
    answer(503, "SERVICE_UNAVAILABLE"),
  ],
  ["one that lasts", { idempotencyKey: "one" }, answer(503, "SERVICE_UNAVAILABLE", "60")],
])("sends nothing again: %s", async (_, options, response) => {
  fetched.mockResolvedValueOnce(response);
  expect(await post(options)).toMatchObject({ status: 503 });
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(said).not.toHaveBeenCalled();
});

it("keeps it open what came of the first sending where a repetition does not say", async () => {
  fetched
    .mockResolvedValueOnce(busy())
    .mockResolvedValueOnce(answer(429, "RATE_LIMITED", "1"))
    .mockResolvedValueOnce(busy())
    .mockResolvedValueOnce(answer(422, "INSUFFICIENT_BALANCE"));
  expect(await post({ idempotencyKey: "one" })).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(await post({ idempotencyKey: "two" })).toMatchObject({ code: "INSUFFICIENT_BALANCE" });
});

it("waits no longer than whoever asked", async () => {
  fetched.mockResolvedValueOnce(busy());
  const given = new AbortController();
  const sent = api
    .post("/trades", {}, { idempotencyKey: "one", signal: given.signal })
    .catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(1_000);
  given.abort(new Error("left"));
  expect(await sent).toEqual(new Error("left"));
  expect(fetched).toHaveBeenCalledTimes(1);
});
