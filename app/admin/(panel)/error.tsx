"use client";

import { ErrorView } from "@/components/app/errors/error-view";

export default function AdminError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorView error={error} onRetry={retry} homeHref="/admin" />;
}
