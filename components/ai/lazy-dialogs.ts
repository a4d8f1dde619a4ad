import { lazyDialog } from "@/components/ui/overlays/lazy-part";

/** Fetches the dialogs of the page of strategies, which shows runs and form before that. */
export const loadDialogs = () => import("./ai-dialogs");

export const AllocateReview = lazyDialog(() => loadDialogs().then((all) => all.AllocateReview));
export const ConfirmDialog = lazyDialog(() => loadDialogs().then((all) => all.ConfirmDialog));
export const ReviewSheet = lazyDialog(() => loadDialogs().then((all) => all.ReviewSheet));
export const RiskDialog = lazyDialog(() => loadDialogs().then((all) => all.RiskDialog));
export const RunDetail = lazyDialog(() => loadDialogs().then((all) => all.RunDetail));
export const StopRun = lazyDialog(() => loadDialogs().then((all) => all.StopRun));
