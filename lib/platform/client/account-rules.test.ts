import { isOfAccount, isOwnKey } from "./account-rules";
import { isInPractice } from "./practice-rules";

it.each([
  ["/auth/balance", true],
  ["/api/auth/balance", true],
  ["/orders/7", true],
  ["/trades", true],
  ["/trades/7/receipt", true],
  ["/user/practice/reset", true],
  ["/trades/ai/runs", true],
  ["/trades/ai/runs/7/stop", true],
  ["/trades/ai/backtest", false],
  ["/trades/setups/7/accept", false],
  ["/orders-of-others", false],
  ["/admin/trades", false],
  ["/user/accept-risk", false],
  ["/withdrawals", false],
])("a request to %s may be about practice: %s", (path, expected) =>
  expect(isOfAccount(path)).toBe(expected),
);

it.each([
  ["/", true],
  ["/trade", true],
  ["/option-trading", true],
  ["/ai-trading", true],
  ["/record", true],
  ["/transaction-history", true],
  ["/security-management", true],
  ["/security-management/limits", false],
  ["/records", false],
  ["/deposit/networks/USDT", false],
  ["/withdraw", false],
  ["/storage", false],
  ["/saving/7", false],
  ["/a-page-to-come", false],
])("%s is a page of practice, too: %s", (path, expected) =>
  expect(isInPractice(path)).toBe(expected),
);

it.each([
  [["account", "balance"], true],
  [["orders", "open"], true],
  [["ai", "runs"], true],
  [["backtest", null], false],
  [["trading", "settings"], true],
  [["transactions", "recent"], true],
  [["account", "stats"], false],
  [["account"], false],
  [["market", "price"], false],
])("what %j has is of one account alone: %s", (key, expected) =>
  expect(isOwnKey(key)).toBe(expected),
);
