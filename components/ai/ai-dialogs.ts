/** What opens over the page of strategies, in one file for the browser: see lazy-dialogs. */
export { RiskDialog } from "@/components/trading/risk-dialog";
export { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
export { ReviewSheet } from "@/components/ui/overlays/review-sheet";
export { AllocateReview } from "./allocate-review";
export { RunDetail } from "./runs/run-detail";
export { StopRun } from "./runs/stop-run";
