import dynamic from "next/dynamic";

/** Fetches the dialogs of the trading pages. The pages show price, chart and ticket before that. */
export const loadDialogs = () => import("./trade-dialogs");

export const OptionReview = dynamic(() => loadDialogs().then((module) => module.OptionReview), {
  ssr: false,
});
export const RiskDialog = dynamic(() => loadDialogs().then((module) => module.RiskDialog), {
  ssr: false,
});
export const SpotReview = dynamic(() => loadDialogs().then((module) => module.SpotReview), {
  ssr: false,
});
export const TradeDetail = dynamic(() => loadDialogs().then((module) => module.TradeDetail), {
  ssr: false,
});
