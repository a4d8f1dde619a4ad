import { lazyDialog } from "@/components/ui/overlays/lazy-part";

/** Fetches the dialogs of the trading pages. The pages show price, chart and ticket before that. */
export const loadDialogs = () => import("./trade-dialogs");

export const OptionReview = lazyDialog(() => loadDialogs().then((module) => module.OptionReview));
export const OrderReview = lazyDialog(() => loadDialogs().then((module) => module.OrderReview));
export const RiskDialog = lazyDialog(() => loadDialogs().then((module) => module.RiskDialog));
export const SpotReview = lazyDialog(() => loadDialogs().then((module) => module.SpotReview));
export const TradeDetail = lazyDialog(() => loadDialogs().then((module) => module.TradeDetail));
