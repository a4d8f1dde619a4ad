import { jest } from "@jest/globals";
import { learnEnglish } from "@/tests/support/words/browser-words";
import { fetchBlob } from "./download";

learnEnglish();

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it("waits half a minute for an answer to begin, and for its end as long as it takes", async () => {
  jest.useFakeTimers();
  const signals: AbortSignal[] = [];
  let answer: (response: Response) => void = () => undefined;
  jest.spyOn(globalThis, "fetch").mockImplementation((_url, { signal } = {}) => {
    signals.push(signal as AbortSignal);
    return new Promise((resolve, reject) => {
      answer = resolve;
      signal?.addEventListener("abort", () => reject(signal.reason as Error));
    });
  });
  const late = expect(fetchBlob("/api/files/1")).rejects.toMatchObject({ code: "NETWORK" });
  await jest.advanceTimersByTimeAsync(30_000);
  await late;

  const begun = fetchBlob("/api/files/2");
  answer(new Response("bytes"));
  expect(await (await begun).text()).toBe("bytes");
  await jest.advanceTimersByTimeAsync(30_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

it("ends with its caller, whose own error it is", async () => {
  const caller = new AbortController();
  caller.abort();
  const ended = fetchBlob("http://127.0.0.1/api/files/1", caller.signal);
  await expect(ended).rejects.toMatchObject({ name: "AbortError" });
});
