import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { createQueryClient } from "@/lib/platform/client/query";
import { renderUi } from "@/tests/support/screens/render";
import { Realtime } from "./realtime";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: jest.fn() }) }));

const SLOW_MS = 7_000;

function Slow({ answer }: { answer: (signal: AbortSignal) => Promise<string> }) {
  const { data } = useQuery({
    queryKey: ["slow"],
    queryFn: ({ signal }) => answer(signal),
    retry: false,
  });
  return data ?? "waiting";
}

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.setItem("token", "t");
  localStorage.setItem("user", JSON.stringify({ id: "1" }));
  // No socket server, as on a site without one: the client polls.
  globalThis.fetch = (async () => ({
    ok: true,
    json: async () => ({ success: true, socket: false }),
  })) as unknown as typeof fetch;
});
afterEach(() => jest.useRealTimers());

it("polling waits for answers that take longer than from one poll to the next", async () => {
  let asked = 0;
  const answer = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      asked += 1;
      const text = `answer ${asked}`;
      signal.addEventListener("abort", () => reject(signal.reason));
      setTimeout(() => resolve(text), SLOW_MS);
    });
  renderUi(
    <QueryClientProvider client={createQueryClient()}>
      <Realtime events={{}} />
      <Slow answer={answer} />
    </QueryClientProvider>,
  );
  await act(() => jest.advanceTimersByTimeAsync(SLOW_MS + 100));
  expect(screen.getByText("answer 1")).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(5_000 + SLOW_MS));
  expect(screen.getByText("answer 2")).toBeVisible();
});
