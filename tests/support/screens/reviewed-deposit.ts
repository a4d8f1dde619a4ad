import type { ReviewedDepositDto } from "@/lib/deposits/schema";
import { owner, payer } from "./staff-review";

/** A transaction hash in the form of Bitcoin. */
export const HASH = "a1b2".repeat(16);

/** A deposit of 0.12 BTC that waits, as its review has it. */
export const deposit: ReviewedDepositDto = {
  id: "deposit-1",
  number: "12",
  currency: "BTC",
  network: "BTC",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  amount: "0.12000000",
  rate: null,
  rateSimulated: false,
  credited: null,
  creditedUsdt: null,
  status: "pending",
  transactionHash: null,
  proofUrl: "/api/files/file-1",
  adminNotes: null,
  createdAt: "2026-11-20T14:20:00.000Z",
  processedAt: null,
  reversal: null,
  user: payer,
  processedBy: null,
  sameHash: [],
  flags: [],
  proof: { width: 1290, height: 2796 },
  wallet: { isCurrent: true },
  owner,
  reversalRequest: null,
  quote: {
    rate: "95000.00",
    usdt: "11400.000000",
    at: "2026-11-20T14:21:00.000Z",
    source: "okx",
    simulated: false,
  },
};
