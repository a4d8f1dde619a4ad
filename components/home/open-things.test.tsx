import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { type Answer, answerFetches } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { livePrice, openOption } from "@/tests/support/trading";
import { OpenThings } from "./open-things";

const order = { id: "o1", type: "limit", side: "sell", price: "4050.00", expiresAt: null };
const buy = { id: "b1", amount: "20.000000", every: "week", nextAt: "2026-12-07T09:00:00.000Z" };
const saving = {
  id: "s1",
  name: "Gold 30 days",
  principal: "0.100000",
  currency: "XAUT",
  maturesAt: "2026-12-12T00:00:00.000Z",
};
const run = { id: "r1", name: "Grid", allocated: "300.000000", startedAt: "2026-11-20T10:00:00Z" };

let lists: Record<string, Answer | null>;
beforeEach(() => {
  lists = {
    "/api/xaut/price": { body: livePrice() },
    "/api/trades/user": {
      body: { trades: [openOption({ id: "t1", expiresAt: "2026-11-29T09:42:10.000Z" })] },
    },
    "/api/orders": { body: { orders: [order] } },
    "/api/recurring": { body: { recurring: [buy, { ...buy, id: "b2", nextAt: null }] } },
    "/api/savings/user/my-savings active": { body: { records: [saving] } },
    "/api/savings/user/my-savings pending": { body: { records: [{ ...saving, id: "s2" }] } },
    "/api/trades/ai/runs": {
      body: {
        runs: [
          { ...run, status: "running" },
          { ...run, id: "r2", status: "stopped" },
        ],
      },
    },
  };
});

function show() {
  answerFetches(({ path }) => {
    const { pathname, searchParams } = new URL(path, "http://site.test");
    const status = pathname.includes("savings") ? ` ${searchParams.get("status")}` : "";
    return lists[pathname + status];
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderUi(
    <QueryClientProvider client={client}>
      <OpenThings />
    </QueryClientProvider>,
  );
}

it("lists what is under way, each with what comes next and the page of it, the first six", async () => {
  show();
  await screen.findByText("One more");
  const list = within(screen.getByRole("region", { name: "Open" }));
  const things = list
    .getAllByRole("link")
    .map((link) => [link.getAttribute("href"), link.textContent?.replaceAll("\u00a0", " ")]);
  expect(things).toEqual([
    ["/option-trading", "Option Up · 50.00 USDTends 09:42:10 UTC"],
    ["/trade", "Sell limit 4,050.00until cancelled"],
    ["/recurring-buys", "Buy 20.00 USDT of gold weeklynext 7 Dec 2026, 09:00 UTC"],
    ["/recurring-buys", "Buy 20.00 USDT of gold weeklypaused"],
    ["/saving-history", "Gold 30 days · 0.100000 XAUTmatures 12 Dec"],
    ["/saving-history", "Gold 30 days · 0.100000 XAUTmatures 12 Dec"],
  ]);
  expect(screen.getByText("One more")).toBeVisible();
});

it("says that nothing is open only once it knows", async () => {
  for (const [path, list] of [
    ["/api/trades/user", "trades"],
    ["/api/orders", "orders"],
    ["/api/recurring", "recurring"],
    ["/api/savings/user/my-savings active", "records"],
    ["/api/savings/user/my-savings pending", "records"],
    ["/api/trades/ai/runs", "runs"],
  ] as const) {
    lists[path] = { body: { [list]: [] } };
  }
  show();
  expect(screen.queryByText("Nothing is open")).toBeNull();
  expect(await screen.findByText("Nothing is open")).toBeVisible();
});

it("shows the others where one list could not be loaded, and says so", async () => {
  lists["/api/orders"] = { status: 500 };
  show();
  expect(await screen.findByText("Some of what is open could not be loaded.")).toBeVisible();
  expect(await screen.findAllByText(/^Gold 30 days/)).toHaveLength(2);
  expect(screen.getByText("runs since 20 Nov")).toBeVisible();
  expect(screen.queryByText("Nothing is open")).toBeNull();
});
