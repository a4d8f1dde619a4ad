"use client";

import { PlainError } from "@/components/app/errors/plain-error";

/** For what fails outside the boundaries of the pages: a document, or the frame of a part of the site. */
export default function RootError({ error, retry }: { error: unknown; retry: () => void }) {
  return <PlainError error={error} retry={retry} />;
}
