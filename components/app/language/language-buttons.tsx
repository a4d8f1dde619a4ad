"use client";

import { clsx } from "clsx";
import { X } from "lucide-react";
import { useState } from "react";
import { keepLanguage } from "@/components/ui/choices/choose-language";
import { Banner } from "@/components/ui/display/banner";
import { IconButton } from "@/components/ui/icon-button";

/**
 * Shows the site in a language from now on, on this device and for the account of whoever is logged in. Texts are
 * everywhere, in answers that came earlier too: the page is loaded anew.
 */
async function choose(code: string, failed: string): Promise<void> {
  keepLanguage(code);
  // Documents have this switch, too, and bring no way to the API.
  const { saveLanguage } = await import("./save-language");
  await saveLanguage(code, failed);
  window.location.reload();
}

/** The languages of the site, each under its own name. Its texts come from outside: documents bring none. */
export function LanguageButtons({
  label,
  current,
  languages,
  failed,
}: {
  label: string;
  current: string;
  languages: { code: string; name: string }[];
  /** Said where the account could not be told. */
  failed: string;
}) {
  const [chosen, setChosen] = useState(current);
  return (
    <nav aria-label={label} data-print="hide">
      <ul className="flex flex-wrap justify-center gap-x-3">
        {languages.map(({ code, name }) => (
          <li key={code}>
            <button
              type="button"
              lang={code}
              aria-pressed={code === current}
              aria-busy={(chosen === code && code !== current) || undefined}
              className={clsx(
                "inline-flex min-h-target min-w-target items-center justify-center px-1 text-caption hover:text-text",
                code === current
                  ? "font-semibold text-text"
                  : "text-text-2 underline underline-offset-2",
              )}
              onClick={() => {
                if (chosen === code) return;
                setChosen(code);
                void choose(code, failed);
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Offers the language that the browser prefers, in that language, until its reader decides. */
export function LanguageOfferLine({
  code,
  current,
  text,
  action,
  dismiss,
  failed,
}: {
  code: string;
  /** The language that stays when the offer is dismissed. */
  current: string;
  text: string;
  action: string;
  dismiss: string;
  failed: string;
}) {
  const [isDone, setIsDone] = useState(false);
  if (isDone) return null;
  return (
    <div lang={code} className="flex items-center justify-center bg-info-soft text-info">
      <Banner tone="info" full>
        {text}{" "}
        <button
          type="button"
          className="font-semibold underline underline-offset-2"
          onClick={() => void choose(code, failed)}
        >
          {action}
        </button>
      </Banner>
      <IconButton
        label={dismiss}
        className="text-info"
        onClick={() => {
          keepLanguage(current);
          setIsDone(true);
        }}
      >
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
