import { SkeletonRows } from "@/components/ui/display/skeleton";

/** Stands where the operations come. */
export const ExplorerWaiting = () => <SkeletonRows count={8} />;
