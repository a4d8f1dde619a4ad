/** What opens over the trading pages, in one file for the browser: see lazy-dialogs. */
export { OptionReview } from "./options/option-review";
export { OrderReview } from "./orders/order-review";
export { RiskDialog } from "./risk-dialog";
export { SpotReview } from "./spot/spot-review";
export { TradeDetail } from "./trade-detail";
