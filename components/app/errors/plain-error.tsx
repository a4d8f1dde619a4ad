"use client";

import { errorReference } from "./error-reference";
import { usePageRetry } from "./use-page-retry";

// These texts stay out of the message file: the whole file would ride along on every page.
const TEXTS = {
  title: "Something went wrong",
  text: "Server error. Please try again later.",
  reference: "Reference:",
  retry: "Retry",
  contact: "Contact support",
};

const STYLES = `
  .plain-error { box-sizing: border-box; max-width: 26rem; min-height: 100vh; margin: 0 auto;
    padding: 1.25rem; display: grid; align-content: center; text-align: center;
    font-size: 0.9375rem; line-height: 1.5; }
  .plain-error h1 { font-size: 1.625rem; line-height: 2rem; font-weight: 600; margin: 0 0 0.5rem; }
  .plain-error p { margin: 0 0 1rem; }
  .plain-error div { display: flex; flex-wrap: wrap; justify-content: center; gap: 0.75rem; }
  .plain-error button, .plain-error a { box-sizing: border-box; min-height: 3rem;
    padding: 0.75rem 1rem; font: inherit; font-weight: 600; border-radius: 0.75rem;
    border: 1px solid light-dark(#857d6d, #7d7668); background: none; color: inherit;
    text-decoration: none; cursor: pointer; }
  .plain-error button { background: light-dark(#d9ae3c, #e0b84c); border-color: transparent;
    color: #1c1503; }
  .plain-error :focus-visible { outline: 2px solid light-dark(#1b5faa, #8fc1ff); outline-offset: 2px; }
`;

/** The error page that needs nothing around it: no provider, message, font or style sheet. */
export function PlainError({ error, retry }: { error: unknown; retry: () => void }) {
  const reference = errorReference(error);
  const onPress = usePageRetry(error, retry);
  return (
    <main className="plain-error">
      <style>{STYLES}</style>
      <section role="alert">
        <h1>{TEXTS.title}</h1>
        <p>{TEXTS.text}</p>
        {reference ? <p>{`${TEXTS.reference} ${reference}`}</p> : null}
      </section>
      <div>
        <button type="button" onClick={onPress}>
          {TEXTS.retry}
        </button>
        {/* A full load: the router may be part of what failed. Visitors are led to log in, where
            support can be reached too. */}
        <a href="/support">{TEXTS.contact}</a>
      </div>
    </main>
  );
}
