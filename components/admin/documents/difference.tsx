"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { diffLines } from "@/lib/documents/difference";

const MARKS = { same: " ", added: "+", removed: "−" };

/** What differs between two texts, line by line, with a sign and a word beside the colour. */
export default function Difference({ before, after }: { before: string; after: string }) {
  const t = useTranslations("staffDocuments.difference");
  const lines = diffLines(before, after);
  const changed = lines.filter(({ kind }) => kind !== "same");
  if (changed.length === 0) return <p className="text-text-2">{t("none")}</p>;
  const count = (kind: string) => changed.filter((line) => line.kind === kind).length;
  return (
    <>
      <p className="mb-2 text-text-2">
        {t("summary", { added: count("added"), removed: count("removed") })}
      </p>
      <ol className="overflow-hidden rounded-control border border-line font-mono text-caption">
        {lines.map(({ kind, text }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and the list is made anew
            key={index}
            className={clsx(
              "flex min-h-5.5 gap-2 px-2 py-0.5",
              kind === "added" && "bg-up-soft text-up",
              kind === "removed" && "bg-down-soft text-down",
            )}
          >
            <span aria-hidden="true" className="w-3 shrink-0">
              {MARKS[kind]}
            </span>
            {kind === "same" ? null : <span className="sr-only">{t(kind)}</span>}
            <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
