"use client";

import { Check, Minus, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { saveBlob } from "@/lib/platform/client/download";
import type { Proof, ProofFile } from "@/lib/transparency/receipt/schema";
import type { Step } from "@/lib/verifier/steps";
import { stepTexts, type Texts } from "@/lib/verifier/texts";

type Outcome = Step[] | "failed_to_load" | null;

export interface ProofSectionProps {
  kind: ProofFile["kind"];
  id: string;
  /** Asks for what the log has by now. */
  load: () => Promise<Proof>;
}

const fileOf = ({ kind, id }: ProofSectionProps, proof: Proof): ProofFile => {
  const { log, record, salt, proofs, missing } = proof;
  return { v: 1, kind, id, log, record, salt, proofs, missing };
};

/** What proves a receipt: checked in this browser, and to take along. */
export function ProofSection(props: ProofSectionProps) {
  const t = useTranslations("proof");
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [isBusy, setBusy] = useState(false);
  const { kind, id, load } = props;
  const verify = async () => {
    setBusy(true);
    try {
      const { verifyProofFile } = await import("@/lib/verifier/verify");
      const file = fileOf(props, await load());
      setOutcome(verifyProofFile(file, { logKey: null, witnesses: [] }).steps);
    } catch {
      setOutcome("failed_to_load");
    } finally {
      setBusy(false);
    }
  };
  const download = async () => {
    try {
      const text = JSON.stringify(fileOf(props, await load()), null, 1);
      saveBlob(new Blob([text], { type: "application/json" }), `${kind}-${id}.json`);
    } catch {
      setOutcome("failed_to_load");
    }
  };
  return (
    <section className="space-y-3">
      <h3 className="font-semibold">{t("title")}</h3>
      <p className="text-caption text-text-2">{t("intro")}</p>
      <div role="status">{outcome === null ? null : <Result outcome={outcome} />}</div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          pending={isBusy}
          pendingLabel={t("verifying")}
          onClick={() => void verify()}
        >
          {t("verifyNow")}
        </Button>
        <Button variant="ghost" onClick={() => void download()}>
          {t("download")}
        </Button>
      </div>
      <p className="text-caption">
        {/* No page of the application: it is a file that needs nothing of this site. */}
        <a
          href="/verify.html"
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-target items-center text-gold-text underline underline-offset-2 hover:no-underline"
        >
          {t("offline")}
        </a>
        {" · "}
        <a
          href="/transparency/how"
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-target items-center text-gold-text underline underline-offset-2 hover:no-underline"
        >
          {t("how")}
        </a>
      </p>
    </section>
  );
}

/** What no file can settle, whatever it is of. */
const ALWAYS_OPEN = ["keyOfTheFile", "noWitness"];

const ICONS = { passed: Check, failed: TriangleAlert, open: Minus };
const TONES = { passed: "text-up", failed: "text-down", open: "text-text-2" };

function Result({ outcome }: { outcome: Exclude<Outcome, null> }) {
  const t = useTranslations("proof");
  if (outcome === "failed_to_load") return <p className="text-down">{t("unavailable")}</p>;
  const isFailed = outcome.some(({ state }) => state === "failed");
  const isWhole = outcome.every(
    ({ state, reason }) => state !== "open" || ALWAYS_OPEN.includes(reason ?? ""),
  );
  const state = isFailed ? "failed" : "passed";
  const Icon = ICONS[state];
  return (
    <div className="space-y-2">
      <p className={`flex items-center gap-2 font-semibold ${TONES[state]}`}>
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {t(isFailed ? "failed" : isWhole ? "verified" : "verifiedSoFar")}
      </p>
      {isFailed ? <p>{t("failedText")}</p> : null}
      <details open={isFailed}>
        <summary className="min-h-target cursor-pointer py-2 text-caption">{t("steps")}</summary>
        <ol className="space-y-2">
          {outcome.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a check may come twice
            <StepRow key={index} step={step} />
          ))}
        </ol>
      </details>
    </div>
  );
}

function StepRow({ step }: { step: Step }) {
  const t = useTranslations("proof");
  const { title, detail } = stepTexts(step, t as unknown as Texts);
  const Icon = ICONS[step.state];
  return (
    <li className="flex gap-2 text-caption">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${TONES[step.state]}`} />
      <div className="min-w-0 break-words">
        <p>
          <span className="sr-only">{t(`states.${step.state}`)}: </span>
          {title}
        </p>
        {detail ? (
          <p className={step.state === "failed" ? "text-down" : "text-text-2"}>{detail}</p>
        ) : null}
      </div>
    </li>
  );
}
