import { DELETE as cancelRoute } from "@/app/api/orders/[id]/route";
import { GET as listRoute, POST as placeRoute } from "@/app/api/orders/route";
import type { OrderList, OrderResponse } from "@/lib/orders/schema";
import { MICRO } from "@/lib/platform/money";
import { fund } from "@/tests/factories/funds";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { newKey, type TestTrader } from "../trading/support";

/** Fills the house's inventory, so that it is never what stands in an order's way. */
export async function stockHouse(): Promise<void> {
  await fund({ house: "inventory", currency: "USDT" }, 1_600_000n * MICRO);
  await fund({ house: "inventory", currency: "XAUT" }, 400n * MICRO);
  await testDatabase().query("SELECT ledger_even_out_pools()");
}

/** POST /api/orders: a limit buy for 100 USDT at 3,990, unless said otherwise. */
export const place = (
  { token }: Pick<TestTrader, "token">,
  changes: Record<string, unknown> = {},
  idempotencyKey = newKey(),
) =>
  callRoute<OrderResponse>(placeRoute, {
    token,
    idempotencyKey,
    path: "/api/orders",
    body: { side: "buy", type: "limit", amount: "100", price: "3990", ...changes },
  });

export const cancel = (
  { token }: Pick<TestTrader, "token">,
  id: string,
  idempotencyKey = newKey(),
) =>
  callRoute<OrderResponse>(cancelRoute, {
    method: "DELETE",
    token,
    idempotencyKey,
    path: `/api/orders/${id}`,
    params: { id },
  });

export const orders = ({ token }: Pick<TestTrader, "token">, query = "") =>
  callRoute<OrderList>(listRoute, { token, path: `/api/orders${query}` });
