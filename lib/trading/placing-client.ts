/** Orders of options and XAUT. Apart from what every page needs of trades. */
import { api } from "@/lib/platform/client/api";
import { rememberLog } from "@/lib/transparency/witnesses/seen-client";
import type { OpenTradeResponse } from "./schema";

export type OptionOrder = { direction: "up" | "down"; amount: string; duration: number };

/**
 * Opens an option at the rate that was reviewed. One key a review: sending it again can't open a second one.
 * @throws ApiError
 */
export const openOption = (order: OptionOrder & { payoutRate: string }, idempotencyKey: string) =>
  api
    .post<OpenTradeResponse>("/trades", { type: "option", ...order }, { idempotencyKey })
    .then(rememberLog);

export type SpotOrder = {
  side: "buy" | "sell";
  amount: string;
  limitPrice: string;
  feeRate: string;
};

/** Buys or sells XAUT. One key a reviewed quote: sending it again can't trade twice. @throws ApiError */
export const tradeSpot = (order: SpotOrder, idempotencyKey: string) =>
  api
    .post<OpenTradeResponse>("/trades", { type: "manual", ...order }, { idempotencyKey })
    .then(rememberLog);
