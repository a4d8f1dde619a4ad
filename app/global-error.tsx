"use client";

import { errorReference } from "@/components/app/error-view";

// These texts stay out of the message file: the whole file would ride along on every page.
const TEXTS = {
  title: "Something went wrong",
  text: "Server error. Please try again later.",
  reference: "Reference:",
  retry: "Retry",
  contact: "Contact support",
};

// Replaces the whole document, so it brings its own styles and needs no style sheet, font or provider.
const STYLES = `
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; text-align: center;
    font: 15px/1.5 system-ui, sans-serif; background: light-dark(#f8f6f1, #0f0e0c);
    color: light-dark(#1b1812, #f5f2ea); }
  main { max-width: 26rem; padding: 1.25rem; }
  h1 { font-size: 1.625rem; line-height: 2rem; margin: 0 0 0.5rem; }
  .actions { display: flex; flex-wrap: wrap; justify-content: center; gap: 0.75rem; }
  button, a { box-sizing: border-box; min-height: 3rem; padding: 0.75rem 1rem; font: inherit;
    font-weight: 600; border-radius: 0.75rem; border: 1px solid light-dark(#857d6d, #7d7668);
    background: none; color: inherit; text-decoration: none; cursor: pointer; }
  button { background: light-dark(#d9ae3c, #e0b84c); border-color: transparent; color: #1c1503; }
  :focus-visible { outline: 2px solid light-dark(#1b5faa, #8fc1ff); outline-offset: 2px; }
`;

/** The last resort, when the root layout itself fails. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const reference = errorReference(error);
  return (
    <html lang="en">
      <head>
        <title>{TEXTS.title}</title>
        <style>{STYLES}</style>
      </head>
      <body>
        <main role="alert">
          <h1>{TEXTS.title}</h1>
          <p>{TEXTS.text}</p>
          {reference ? <p>{`${TEXTS.reference} ${reference}`}</p> : null}
          <p className="actions">
            <button type="button" onClick={retry}>
              {TEXTS.retry}
            </button>
            {/* A full load: the router may be part of what failed. */}
            <a href="/about-us">{TEXTS.contact}</a>
          </p>
        </main>
      </body>
    </html>
  );
}
