"use client";

import { ErrorView } from "@/components/app/error-view";

export default function PublicError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="flex min-h-dvh flex-col justify-center">
      <ErrorView error={error} onRetry={retry} />
    </main>
  );
}
