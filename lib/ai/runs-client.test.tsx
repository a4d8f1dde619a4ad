import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { type Answer, answerFetches } from "@/tests/support/network";
import { aiKeys } from "./client";
import { useAnewBacktest, useBacktest, useRuns } from "./runs-client";

const ORDER = { strategy: "dca", amount: "100", params: {} };

afterEach(() => jest.useRealTimers());

/** Asks for a backtest with these answers, oldest first, where everything shown can be fetched again. */
function ask(...answers: Answer[]) {
  const sent = answerFetches(() => answers.shift());
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const use = () => {
    // Read while rendering: a query renders again only for what is read of it.
    const { data, isError, refetch } = useBacktest(ORDER);
    return { data, isError, refetch, makeAnew: useAnewBacktest() };
  };
  const { result } = renderHook(use, { wrapper });
  return { sent, result, resync: () => act(() => client.invalidateQueries()) };
}

it("keeps a backtest when everything is fetched again", async () => {
  const { sent, result, resync } = ask({ body: { backtest: { name: "DCA" } } });
  await waitFor(() => expect(result.current.data).toEqual({ name: "DCA" }));
  await resync();
  expect(sent).toHaveLength(1);
  expect(result.current.isError).toBe(false);
});

it("asks again for one that was refused only when somebody does", async () => {
  const refusal = { status: 422, body: { code: "BACKTEST_TOO_SHORT", message: "Too short" } };
  const { sent, result, resync } = ask(refusal, { body: { backtest: { name: "DCA" } } });
  await waitFor(() => expect(result.current.isError).toBe(true));
  await resync();
  expect(sent).toHaveLength(1);
  await act(() => result.current.refetch());
  await waitFor(() => expect(result.current.data).toEqual({ name: "DCA" }));
});

it.each([500, 429])("gets one that failed with %s as soon as that is over", async (status) => {
  const { result, resync } = ask({ status }, { body: { backtest: { name: "DCA" } } });
  await waitFor(() => expect(result.current.isError).toBe(true));
  await resync();
  await waitFor(() => expect(result.current.data).toEqual({ name: "DCA" }));
});

it("makes one anew when somebody asks for the same again, or when it is old", async () => {
  const refusal = { status: 422, body: { code: "BACKTEST_TOO_SHORT", message: "Too short" } };
  const [first, second] = ["DCA", "DCA again"].map((name) => ({ body: { backtest: { name } } }));
  const { sent, result } = ask(refusal, first!, second!);
  await waitFor(() => expect(result.current.isError).toBe(true));
  act(() => result.current.makeAnew(ORDER));
  await waitFor(() => expect(result.current.data).toEqual({ name: "DCA" }));
  act(() => result.current.makeAnew(ORDER, 60_000));
  expect(sent).toHaveLength(2);
  act(() => result.current.makeAnew(ORDER));
  await waitFor(() => expect(result.current.data).toEqual({ name: "DCA again" }));
});

it("values live runs anew before their price counts as delayed", async () => {
  jest.useFakeTimers();
  const list = { runs: [{ status: "running" }], nextCursor: null };
  const sent = answerFetches(() => ({ body: list }));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: "static" } } });
  client.setQueryData(aiKeys.runs(), { pages: [list], pageParams: [null] });
  renderHook(useRuns, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await act(() => jest.advanceTimersByTimeAsync(9_000));
  expect(sent).toHaveLength(1);
});
