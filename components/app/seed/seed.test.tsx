import { jest } from "@jest/globals";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { Texts } from "@/tests/support/screens/render";
import { learnClock, resetRealtimeState } from "../live/realtime-state";
import { Seed, type SeedEntry } from "./seed";
import { SeedCache } from "./seed-cache";

const KEY = ["balance"];
const STALE_MS = 15_000;

let now: number;
let asked: number;

beforeEach(() => {
  now = 1_800_000_000_000;
  asked = 0;
  jest.spyOn(Date, "now").mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
  act(resetRealtimeState);
});

function Balance() {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => {
      asked += 1;
      return "asked for";
    },
    staleTime: STALE_MS,
  });
  return <p>{String(data)}</p>;
}

const page = (client: QueryClient, entries: SeedEntry[]) => (
  <Texts>
    <QueryClientProvider client={client}>
      <Seed entries={entries}>
        <Balance />
      </Seed>
    </QueryClientProvider>
  </Texts>
);

it("shows the server's answer without a request", () => {
  render(page(new QueryClient(), [[KEY, "of the server"]]));
  expect(screen.getByText("of the server")).toBeInTheDocument();
  expect(asked).toBe(0);
});

it("keeps what is newer than a page that is shown again from memory", () => {
  const client = new QueryClient();
  const entries: SeedEntry[] = [[KEY, "before the withdrawal"]];
  render(page(client, entries)).unmount();
  now += 1_000;
  client.setQueryData(KEY, "after the withdrawal");
  now += 1_000;
  render(page(client, entries));
  expect(client.getQueryData(KEY)).toBe("after the withdrawal");
  expect(screen.getByText("after the withdrawal")).toBeInTheDocument();
});

it("asks once for what a page shown again from memory knew long ago", async () => {
  const entries: SeedEntry[] = [[KEY, "of the server"]];
  render(page(new QueryClient(), entries)).unmount();
  now += STALE_MS + 1;
  const forgot = new QueryClient();
  render(page(forgot, entries));
  expect(await screen.findByText("asked for")).toBeInTheDocument();
  expect(asked).toBe(1);
});

it("puts a new answer of the server over what was there", async () => {
  const client = new QueryClient();
  const { rerender } = render(page(client, [[KEY, "first"]]));
  now += 1_000;
  await act(async () => rerender(page(client, [[KEY, "second"]])));
  await waitFor(() => expect(screen.getByText("second")).toBeInTheDocument());
  expect(asked).toBe(0);
});

describe("a page that was long on its way", () => {
  const SERVER_AHEAD_MS = 90_000;
  const arrives = (client: QueryClient, data: string, madeAgoMs: number, shown = <Balance />) =>
    act(async () =>
      render(
        <QueryClientProvider client={client}>
          <SeedCache entries={[[KEY, data]]} madeAtMs={now + SERVER_AHEAD_MS - madeAgoMs}>
            {shown}
          </SeedCache>
        </QueryClientProvider>,
      ),
    );
  beforeEach(() => learnClock(now + SERVER_AHEAD_MS, now));

  it("keeps what was fetched after the server made it", async () => {
    const client = new QueryClient();
    client.setQueryData(KEY, "fetched for an event", { updatedAt: now - 1_000 });
    await arrives(client, "made before", 3_000);
    expect(screen.getByText("fetched for an event")).toBeInTheDocument();
    await arrives(client, "made after", 100);
    expect(client.getQueryData(KEY)).toBe("made after");
  });

  it("leaves marked what an event marked meanwhile", async () => {
    const client = new QueryClient();
    client.setQueryData(KEY, "first", { updatedAt: now - 60_000 });
    await client.invalidateQueries({ queryKey: KEY });
    // What shows it may be loaded later, and only then ask.
    await arrives(client, "second", 100, <p>Loading</p>);
    expect(client.getQueryState(KEY)).toMatchObject({ data: "second", isInvalidated: true });
  });
});

it("does not shorten a list of which more was loaded", async () => {
  const client = new QueryClient();
  const longer = { pages: ["one", "two"], pageParams: [null, "cursor"] };
  client.setQueryData(KEY, longer, { updatedAt: now - 1_000 });
  const seed = (data: object) => act(async () => render(page(client, [[KEY, data]])));
  await seed({ pages: ["anew"], pageParams: [null] });
  expect(client.getQueryData(KEY)).toEqual(longer);
  const asLong = { pages: ["one", "anew"], pageParams: [null, "cursor"] };
  await seed(asLong);
  expect(client.getQueryData(KEY)).toEqual(asLong);
});
