import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConvertFlow } from "@/components/vault/convert-flow";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import type { PriceResponse } from "@/lib/market/schema";
import { vaultKeys } from "@/lib/vault/client";
import type { VaultDirection } from "@/lib/vault/rules";
import { type Answer, answerFetches, type Sent } from "../network";
import { renderUi } from "./render";

export const balance = {
  balances: {
    USDT: { available: "500.000000", held: "0.000000", escrow: "0.000000" },
    XAUT: { available: "0.020000", held: "0.000000", stored: "0.050000" },
    savings: { USDT: "0.000000", XAUT: "0.000000" },
    ai: { USDT: "0.000000", XAUT: "0.000000" },
    totalUsdt: "700.000000",
  },
  price: "4000.00",
};
export const storage = {
  stored: "0.050000",
  feeRate: "0.001",
  dailyLimit: "50000",
  cost: "210.000000",
  averageCost: "4200.00",
  price: "3999.50",
  simulated: false,
  value: "199.975000",
  pnl: "-10.025000",
  realisedPnl: "0.000000",
  history: [],
  nextCursor: null,
};
export const priceOf = (bid: string, ask: string, seq: number): PriceResponse => ({
  price: bid,
  bid,
  ask,
  change24h: null,
  price24hAgo: null,
  high24h: null,
  low24h: null,
  volume24h: "0",
  source: "live",
  sources: ["test"],
  simulated: false,
  stale: false,
  contested: false,
  at: new Date().toISOString(),
  seq: String(seq),
});

/** What the site answers: to orders, oldest first, and the price it has. Set anew before each test. */
export const site: { answers: Answer[]; price: PriceResponse } = {
  answers: [],
  price: priceOf("3999.5", "4000.5", 1),
};
let sent: Sent[];

beforeEach(() => {
  Object.assign(site, { answers: [], price: priceOf("3999.5", "4000.5", 1) });
  sent = answerFetches(({ method, path }) => {
    if (method === "POST") return site.answers.shift();
    if (path.includes("/xaut/price")) return { body: site.price };
    return { body: path.includes("/auth/balance") ? balance : storage };
  });
});
afterEach(() => {
  for (const kept of [localStorage, sessionStorage]) kept.clear();
});

/** The orders that were sent, oldest first. */
export const conversions = () => sent.filter(({ method }) => method === "POST");

/** Shows the form that stores or retrieves. */
export function show(side: VaultDirection = "store", price = site.price) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(accountKeys.balance(), balance);
  client.setQueryData(vaultKeys.storage(), { pages: [storage], pageParams: [null] });
  client.setQueryData(marketKeys.price(), price);
  renderUi(
    <QueryClientProvider client={client}>
      <ConvertFlow side={side} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), client };
}

export const review = () => screen.getByRole("button", { name: "Review" });
export const sheet = (name: string) => screen.findByRole("dialog", { name });
export const refusal = (status: number, code: string, message: string) => ({
  status,
  body: { success: false, code, message },
});
export const done = {
  status: 201,
  body: {
    success: true,
    conversion: {
      id: "c1",
      direction: "store",
      status: "filled",
      currency: "USDT",
      usdt: "100.000000",
      xaut: "0.024971",
      fee: "0.100000",
      price: "4000.50",
      tickId: "1",
      limitPrice: "4004.5005",
      voidReason: null,
      simulated: false,
      storedAfter: "0.074997",
      averageCostAfter: "4133.50",
      realisedPnl: null,
      createdAt: "2026-11-21T09:00:00.000Z",
    },
    stored: "0.074997",
    available: "400.000000",
    availableXaut: "0.020000",
  },
};
