/** What opens over the page of strategies, in one file for the browser: see lazy-dialogs. */
export { RiskDialog } from "@/components/trading/risk-dialog";
export { ConfirmDialog } from "@/components/ui/confirm-dialog";
export { ReviewSheet } from "@/components/ui/review-sheet";
export { AllocateReview } from "./allocate-review";
export { RunDetail } from "./run-detail";
export { StopRun } from "./stop-run";
