"use client";

import { ErrorView } from "@/components/app/error-view";
import { Theme } from "@/components/app/theme";

/** For what fails outside the pages' own boundaries: the frame of a part of the site. */
export default function RootError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Theme area="user">
      <main className="flex min-h-dvh flex-col justify-center">
        <ErrorView error={error} onRetry={retry} />
      </main>
    </Theme>
  );
}
