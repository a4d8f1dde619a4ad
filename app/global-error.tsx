"use client";

import { PlainError } from "@/components/app/errors/plain-error";

const STYLES = `
  :root { color-scheme: light dark; }
  body { margin: 0; font-family: system-ui, sans-serif; background: light-dark(#f8f6f1, #0f0e0c);
    color: light-dark(#1b1812, #f5f2ea); }
`;

/** The last resort, when the root layout itself fails: it replaces the whole document. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <head>
        <title>Something went wrong</title>
        <style>{STYLES}</style>
      </head>
      <body>
        <PlainError error={error} retry={retry} />
      </body>
    </html>
  );
}
