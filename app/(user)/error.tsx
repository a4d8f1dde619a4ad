"use client";

import { ErrorView } from "@/components/app/errors/error-view";

export default function UserError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorView error={error} onRetry={retry} />;
}
