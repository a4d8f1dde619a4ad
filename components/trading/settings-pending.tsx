import { Card } from "@/components/ui/display/card";
import { QueryError } from "@/components/ui/display/query-state";
import { Loading, Skeleton } from "@/components/ui/display/skeleton";
import type { useTradeSettings } from "@/lib/trading/client";

interface SettingsPendingProps {
  settings: ReturnType<typeof useTradeSettings>;
  /** What is being loaded, for screen readers. */
  label: string;
  failedText: string;
}

/** In place of a ticket whose limits are not known yet: loading, or what failed and Retry. */
export function SettingsPending({ settings, label, failedText }: SettingsPendingProps) {
  return (
    <Card>
      {settings.isError ? (
        <QueryError query={settings} text={failedText} />
      ) : (
        <Loading label={label}>
          <Skeleton className="h-[420px]" />
        </Loading>
      )}
    </Card>
  );
}
