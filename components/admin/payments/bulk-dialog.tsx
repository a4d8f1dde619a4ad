"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { confirmDepositAsSeen } from "@/lib/deposits/staff-client";
import { messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { formatAmount } from "@/lib/platform/ui/format";

export interface BulkDialogProps {
  deposits: readonly AdminDepositDto[];
  open: boolean;
  onClose: () => void;
}

type Outcome = { state: "credited" | "waits" } | { state: "failed"; why: string };

const exact = (value: string, currency: string) => formatAmount(value, currency, { exact: true });

/** The deposits that are to be credited, and what became of each: one that is refused holds up no other. */
export function BulkDialog({ deposits, open, onClose }: BulkDialogProps) {
  const t = useTranslations("staffDesk.bulk");
  const queryClient = useQueryClient();
  const request = useRequestKey();
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({});
  const [isRunning, setRunning] = useState(false);
  const started = useRef(false);
  const confirmOne = async (deposit: AdminDepositDto): Promise<Outcome> => {
    try {
      const { id, quote } = deposit;
      const answer = await request.sent(JSON.stringify([id, quote?.rate]), (key) =>
        confirmDepositAsSeen(deposit, key),
      );
      return { state: "deposit" in answer ? "credited" : "waits" };
    } catch (failure) {
      return { state: "failed", why: messageOf(failure) };
    }
  };
  const confirmAll = async () => {
    if (started.current) return;
    started.current = true;
    setRunning(true);
    for (const deposit of deposits) {
      const outcome = await confirmOne(deposit);
      setOutcomes((known) => ({ ...known, [deposit.id]: outcome }));
    }
    setRunning(false);
    void queryClient.invalidateQueries({ queryKey: ["staff"] });
  };
  const all = Object.values(outcomes);
  const failed = all.filter(({ state }) => state === "failed").length;
  const isDone = all.length === deposits.length;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      locked={isRunning}
      placement="side"
      title={t("title")}
      description={t("description")}
      footer={
        isDone ? (
          <Button variant="outline" onClick={onClose}>
            {t("close")}
          </Button>
        ) : (
          <Button pending={isRunning} onClick={() => void confirmAll()}>
            {t("confirm", { count: deposits.length })}
          </Button>
        )
      }
    >
      <ul className="space-y-2">
        {deposits.map((deposit) => (
          <Line key={deposit.id} deposit={deposit} outcome={outcomes[deposit.id]} />
        ))}
      </ul>
      <p role="status" className="mt-4 font-medium">
        {isDone ? t("done", { done: all.length - failed, failed }) : ""}
      </p>
    </Dialog>
  );
}

function Line({ deposit, outcome }: { deposit: AdminDepositDto; outcome: Outcome | undefined }) {
  const t = useTranslations("staffDesk.bulk");
  const { number, user, amount, currency, network, quote } = deposit;
  return (
    <li className="border-line border-b pb-2">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="[overflow-wrap:anywhere]">
          {number} · {user.username}
        </span>
        <strong className="ml-auto">{exact(amount, currency)}</strong>
      </p>
      <p className="text-caption text-text-2">
        {network}
        {quote ? ` · ${t("makes", { amount: exact(quote.usdt, "USDT") })}` : null}
      </p>
      {outcome ? (
        <p className={outcome.state === "failed" ? "text-down" : "text-up"}>
          {outcome.state === "failed" ? t("failed", { reason: outcome.why }) : t(outcome.state)}
        </p>
      ) : null}
    </li>
  );
}
