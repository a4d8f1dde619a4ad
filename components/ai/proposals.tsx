"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { showToast } from "@/components/ui/overlays/toast";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useBacktest, useDecideProposal, useProposals, useRuns } from "@/lib/ai/runs-client";
import type { SetupDto } from "@/lib/ai/schema";
import { ApiError } from "@/lib/platform/client/api";
import { useRequestKey, useSend } from "@/lib/platform/client/request-key";
import { formatAmount } from "@/lib/platform/ui/format";
import { useTradeSettings } from "@/lib/trading/client";
import { ConfirmDialog, ReviewSheet } from "./lazy-dialogs";
import { paramRows } from "./param-rows";
import { AiRiskDialog } from "./runs/new-run";
import { useBacktestRows } from "./use-backtest-rows";
import { usePriceRows } from "./use-price-rows";
import { useRefocus } from "./use-refocus";

export interface ProposalsProps {
  isAccepted: boolean;
  onAcceptedChange: (isAccepted: boolean) => void;
}

/** What support proposes. Nothing happens unless the user accepts it; nothing shows without any. */
export function Proposals({ isAccepted, onAcceptedChange }: ProposalsProps) {
  const t = useTranslations("ai.proposals");
  const setups = useProposals().data?.setups ?? [];
  const runs = useRuns().data?.pages.flatMap((page) => page.runs) ?? [];
  const [decided, setDecided] = useState<SetupDto | null>(null);
  const isGone = decided !== null && !setups.some(({ id }) => id === decided.id);
  const started = decided?.runId ?? null;
  const isDone = isGone && (started === null || runs.some(({ id }) => id === started));
  const isLeft = started === null && setups.length > 0;
  useRefocus(decided?.id ?? null, isDone, isLeft ? "proposals" : "live-runs");
  if (setups.length === 0) return null;
  return (
    <section aria-labelledby="proposals" className="space-y-3">
      <SectionTitle id="proposals" tabIndex={-1}>
        {t("title")}
      </SectionTitle>
      <p className="text-text-2">{t("text")}</p>
      {setups.map((setup) => (
        <Proposal
          key={`${setup.id} ${setup.updatedAt}`}
          setup={setup}
          isAccepted={isAccepted}
          onAcceptedChange={onAcceptedChange}
          onDecided={setDecided}
        />
      ))}
    </section>
  );
}

const ACCEPT = "accept";
const DECLINE = "decline";

/** Sends a decision once, however often the button is pressed. */
function useDecision(
  setup: SetupDto,
  onDone: (decided: SetupDto) => void,
  onRiskNeeded: () => void,
) {
  const t = useTranslations("ai.proposals");
  const decide = useDecideProposal();
  const request = useRequestKey();
  const decision = async (accept: boolean) => {
    const idempotencyKey = request.keyOf(accept ? ACCEPT : DECLINE);
    const { setup: decided } = await decide.mutateAsync({ setup, accept, idempotencyKey });
    showToast.success(t(accept ? "accepted" : "declined"));
    onDone(decided);
  };
  const { send, pending, error, clearError } = useSend(request, decision, (failure) => {
    if (failure instanceof ApiError && failure.code === "RISK_NOT_ACCEPTED") onRiskNeeded();
  });
  const close = () => {
    for (const content of [ACCEPT, DECLINE]) request.leave(content);
    clearError();
  };
  return { send, pending, error, unconfirmed: request.unconfirmed(ACCEPT), close };
}

interface ProposalProps extends ProposalsProps {
  setup: SetupDto;
  onDecided: (decided: SetupDto) => void;
}

function Proposal({ setup, isAccepted, onAcceptedChange, onDecided }: ProposalProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("ai.proposals");
  const info = useTradeSettings().data?.ai.strategies.find(({ id }) => id === setup.strategy);
  const [open, setOpen] = useState<"accept" | "decline" | null>(null);
  const decision = useDecision(
    setup,
    (decided) => {
      setOpen(null);
      onDecided(decided);
    },
    () => onAcceptedChange(false),
  );
  const { strategy, amount, params } = setup;
  const backtestRows = useBacktestRows(
    useBacktest(open === "accept" ? { strategy, amount, params } : null),
  );
  const priceRows = usePriceRows();
  const usdt = formatAmount(amount, "USDT", { exact: true });
  const close = () => {
    decision.close();
    setOpen(null);
  };
  return (
    <Card aria-label={t("of", { name: setup.name })} className="space-y-3">
      <h3 className="font-semibold">{setup.name}</h3>
      {setup.note ? <p>{t("note", { note: setup.note })}</p> : null}
      <KeyValueRows
        rows={[
          { label: t("amount"), value: usdt },
          ...paramRows(params, info),
          { label: t("proposed"), value: formatDateTime(setup.updatedAt, { zone: true }) },
        ]}
      />
      <p>{info?.risk}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setOpen("accept")}>{t("accept")}</Button>
        <Button variant="outline" onClick={() => setOpen("decline")}>
          {t("decline")}
        </Button>
      </div>
      {open === "accept" && !isAccepted ? (
        <AiRiskDialog onClose={close} onAccepted={() => onAcceptedChange(true)} />
      ) : null}
      <ReviewSheet
        open={open === "accept" && isAccepted}
        onBack={close}
        title={t("reviewTitle")}
        headline={{ label: t("amount"), value: usdt }}
        rows={[
          { label: t("strategy"), value: setup.name },
          ...paramRows(params, info),
          ...backtestRows,
          ...priceRows,
          { label: t("canLose"), value: t("canLoseValue", { amount: usdt }), strong: true },
        ]}
        risk={info?.risk}
        confirmLabel={t("confirm", { amount: usdt })}
        pending={decision.pending}
        error={decision.error}
        unconfirmed={decision.unconfirmed}
        onConfirm={() => void decision.send(true)}
      />
      <ConfirmDialog
        open={open === "decline"}
        onOpenChange={(next) => !next && close()}
        title={t("declineTitle")}
        description={t("declineText")}
        confirmLabel={t("decline")}
        confirmVariant="primary"
        pending={decision.pending}
        error={decision.error}
        onConfirm={() => void decision.send(false)}
      />
    </Card>
  );
}
