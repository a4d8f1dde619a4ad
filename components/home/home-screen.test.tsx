import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { setBalancesHidden } from "@/components/ui/choices/hide-balances";
import { accountKeys } from "@/lib/accounts/client";
import type { UserStats } from "@/lib/accounts/user-stats-schema";
import { applyPriceTick } from "@/lib/market/client";
import { renderUi } from "@/tests/support/screens/render";
import { type HomeData, HomeScreen } from "./home-screen";

// Its code and its figures come later, by themselves.
jest.mock("./lazy-portfolio", () => ({ LazyPortfolio: () => null }));
jest.mock("./lazy-open-things", () => ({ LazyOpenThings: () => null }));

const emptyStats: UserStats = {
  totalTrades: 0,
  openTrades: 0,
  wonTrades: 0,
  lostTrades: 0,
  openStakesUsdt: "0.000000",
  pendingDeposits: 0,
  pendingWithdrawals: 0,
  firstFundedAt: null,
  today: null,
  history: [],
};

function homeData(total: string | null, stats: Partial<UserStats> = {}): HomeData {
  return {
    balance: {
      balances: {
        USDT: { available: total ?? "0.000000", held: "0.000000", escrow: "0.000000" },
        XAUT: { held: "0.000000", available: "0.000000", stored: "0.000000" },
        savings: { USDT: "0.000000", XAUT: "0.000000" },
        ai: { USDT: "0.000000", XAUT: "0.000000" },
        owed: { USDT: "0.000000", XAUT: "0.000000" },
        totalUsdt: total,
      },
      price: total === null ? null : "4000.00",
      bid: total === null ? null : "3999.00",
    },
    stats: { ...emptyStats, ...stats },
    price: {
      price: total === null ? null : "4000.00",
      bid: total === null ? null : "3999.00",
      ask: total === null ? null : "4001.00",
      change24h: "0.31",
      price24hAgo: "3987.64",
      high24h: null,
      low24h: null,
      volume24h: "0",
      source: "simulated",
      sources: ["simulated"],
      simulated: true,
      stale: false,
      contested: false,
      at: new Date().toISOString(),
      seq: "1",
    },
    recent: { view: "wealth", transactions: [], nextCursor: null },
  };
}

function renderHome(data: HomeData) {
  // Nothing here may need a request: the first paint is the server's.
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  renderUi(
    <QueryClientProvider client={client}>
      <HomeScreen data={data} checklist={null}>
        {null}
      </HomeScreen>
    </QueryClientProvider>,
  );
  return client;
}

afterEach(() => setBalancesHidden(false));

it("shows what is newer when Back brings it from memory", () => {
  // Back mounts again what the server made, and the server makes it once.
  const ofServer = HomeScreen({ data: homeData("100.000000"), checklist: null, children: null });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const page = <QueryClientProvider client={client}>{ofServer}</QueryClientProvider>;
  const clock = jest.spyOn(Date, "now");
  const start = Date.now();
  clock.mockReturnValue(start);
  renderUi(page).unmount();
  clock.mockReturnValue(start + 1_000);
  const { balance } = homeData("40.000000");
  client.setQueryData(accountKeys.balance(), balance);
  clock.mockReturnValue(start + 2_000);
  renderUi(page);
  expect(client.getQueryData(accountKeys.balance())).toEqual(balance);
  expect(screen.getByText("40.00")).toBeInTheDocument();
  clock.mockRestore();
});

describe("Home of an empty account", () => {
  it("asks for the first deposit and names the steps", () => {
    renderHome(homeData("0.000000"));
    expect(screen.getByRole("heading", { name: "Make your first deposit" })).toBeInTheDocument();
    const steps = screen.getByRole("list", { name: "Three steps to start" });
    expect(steps.children).toHaveLength(3);
    expect(screen.getByRole("link", { name: "Deposit" })).toHaveAttribute("href", "/deposit");
    expect(screen.getByText("No movements yet")).toBeInTheDocument();
  });

  it("draws no line and claims no result", () => {
    renderHome(homeData("0.000000"));
    expect(screen.queryByRole("img")).not.toBeInTheDocument();
    expect(screen.queryByText("today")).not.toBeInTheDocument();
  });

  it("says that a deposit is being checked", () => {
    renderHome(homeData("0.000000", { pendingDeposits: 1 }));
    expect(screen.getByRole("link", { name: "A deposit is being checked" })).toBeInTheDocument();
  });
});

describe("Home of a funded account", () => {
  const funded = { firstFundedAt: "2026-01-01T00:00:00.000Z" };

  it("shows the total, its worth in gold and the day's result", () => {
    renderHome(
      homeData("12480.553211", {
        ...funded,
        today: { changeUsdt: "-84.120000", changePercent: "-0.6800" },
      }),
    );
    expect(screen.getByText("12,480.55")).toBeInTheDocument();
    expect(screen.getByText("3.120918 XAUT")).toBeInTheDocument();
    expect(screen.getByText("\u221284.12")).toBeInTheDocument();
    expect(screen.queryByText("Make your first deposit")).not.toBeInTheDocument();
  });

  it("values everything at the bid of now, and says so", async () => {
    const data = homeData("0.000000", funded);
    data.balance.balances.XAUT.stored = "1.000000";
    data.balance.balances.totalUsdt = "3999.000000";
    const client = renderHome(data);
    expect(screen.getByText("3,999.00", { selector: ".text-figure" })).toBeInTheDocument();
    const at = new Date().toISOString();
    const prices = { price: "4100.00", bid: "4099.00", ask: "4101.00", sourceCount: 1 };
    const kind = { source: "simulated" as const, simulated: true, contested: false };
    const tick = { ...prices, ...kind, seq: "2", at };
    act(() => applyPriceTick(client, tick));
    const total = await screen.findByText("4,099.00", { selector: ".text-figure" });
    expect(total).toBeInTheDocument();
    expect(screen.getByText("Gold is valued at the bid price, 4,099.00 USDT")).toBeInTheDocument();
    expect(screen.getByText("+2.82%")).toBeInTheDocument();
    expect(screen.getAllByText("1.000000 XAUT")).toHaveLength(2);
  });

  it("shows what the total is made of", () => {
    const data = homeData("500.000000", funded);
    const { USDT, XAUT, ai } = data.balance.balances;
    Object.assign(USDT, { available: "340.000000", escrow: "100.000000" });
    Object.assign(XAUT, { stored: "0.005000" });
    Object.assign(ai, { USDT: "40.000000" });
    renderHome(data);
    const lines = screen
      .getAllByRole("term")
      .map((term) => [
        term.textContent,
        term.nextElementSibling?.textContent?.replaceAll("\u00a0", " "),
      ]);
    expect(lines).toEqual([
      ["Available USDT", "340.00 USDT"],
      ["USDT in open options", "100.00 USDT"],
      ["XAUT in storage", "0.005000 XAUT"],
      ["USDT in AI trading", "40.00 USDT"],
    ]);
  });

  it("draws the share of each part, and none while amounts are hidden", async () => {
    const data = homeData("1000.000000", funded);
    Object.assign(data.balance.balances.USDT, { available: "600.150000" });
    Object.assign(data.balance.balances.XAUT, { stored: "0.100000" });
    renderHome(data);
    const shares = () => [...document.querySelectorAll("[data-share]")];
    expect(shares().map((bar) => bar.getAttribute("data-share"))).toEqual(["0.600", "0.400"]);
    await userEvent.setup().click(screen.getByRole("button", { name: "Hide amounts" }));
    expect(shares()).toEqual([]);
  });

  it("shows an unknown total as unknown, never as zero", () => {
    renderHome(homeData(null, funded));
    expect(screen.getByText("—", { selector: ".text-figure" })).toBeInTheDocument();
  });

  it("hides every amount and the line behind the eye", async () => {
    const user = userEvent.setup();
    const history = [
      { at: "2026-01-01T00:00:00.000Z", totalUsdt: "1.000000" },
      { at: "2026-01-02T00:00:00.000Z", totalUsdt: "2.000000" },
    ];
    renderHome(homeData("12480.553211", { ...funded, history }));
    expect(screen.getByRole("img")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Hide amounts" }));
    expect(screen.queryByRole("img")).not.toBeInTheDocument();
    expect(screen.queryByText("12,480.55")).not.toBeInTheDocument();
  });

  it("marks a simulated price", () => {
    renderHome(homeData("1.000000", funded));
    expect(screen.getByText("Simulated")).toBeInTheDocument();
  });
});
