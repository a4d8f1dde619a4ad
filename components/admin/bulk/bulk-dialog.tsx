"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { addDecimal } from "@/lib/platform/ui/decimal";
import { Waiting } from "../approvals/approval-link";
import { SecondPersonNotice } from "../approvals/second-person";

type Answer = { approval: { id: string } } | { deposit: object } | { withdrawal: object };

/** One request that is to be decided on with others. */
export interface BulkItem {
  id: string;
  /** What the decision is made in the knowledge of, beside the request itself. */
  seen: string;
  title: string;
  amount: string;
  detail: readonly (string | null)[];
  /** What it is worth; undefined where that is not known here. */
  usdt: string | undefined;
  /** Decides on it; answers what then waits for a second person with its `approval`. @throws what refuses it */
  run: (key: string) => Promise<Answer>;
}

export interface BulkDialogProps {
  kind: "deposit" | "withdrawal";
  items: readonly BulkItem[];
  open: boolean;
  onClose: () => void;
}

type Outcome =
  | { state: "done" }
  | { state: "waits"; id: string }
  | { state: "failed"; why: string };

/** What all of them are worth; not known where it is not of one. */
const worthOf = (items: readonly BulkItem[]): string | undefined =>
  items.reduce<string | undefined>(
    (sum, { usdt }) =>
      sum === undefined || usdt === undefined ? undefined : addDecimal(sum, usdt),
    "0",
  );

/** The requests that are to be decided on, and what became of each: one that is refused holds up no other. */
export function BulkDialog({ kind, items, open, onClose }: BulkDialogProps) {
  const t = useTranslations("staffDesk.bulk");
  const own = useTranslations(`staffDesk.bulk.${kind}`);
  const queryClient = useQueryClient();
  const request = useRequestKey();
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({});
  const [isRunning, setRunning] = useState(false);
  const started = useRef(false);
  const runOne = async ({ id, seen, run }: BulkItem): Promise<Outcome> => {
    try {
      const answer = await request.sent(JSON.stringify([id, seen]), run);
      return "approval" in answer ? { state: "waits", id: answer.approval.id } : { state: "done" };
    } catch (failure) {
      return { state: "failed", why: messageOf(failure) };
    }
  };
  const runAll = async () => {
    if (started.current) return;
    started.current = true;
    setRunning(true);
    for (const item of items) {
      const outcome = await runOne(item);
      setOutcomes((known) => ({ ...known, [item.id]: outcome }));
    }
    setRunning(false);
    void queryClient.invalidateQueries({ queryKey: ["staff"] });
  };
  const all = Object.values(outcomes);
  const failed = all.filter(({ state }) => state === "failed").length;
  const isDone = all.length === items.length;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      locked={isRunning}
      placement="side"
      title={own("title")}
      description={own("description")}
      footer={
        isDone ? (
          <Button variant="outline" onClick={onClose}>
            {t("close")}
          </Button>
        ) : (
          <Button pending={isRunning} onClick={() => void runAll()}>
            {own("confirm", { count: items.length })}
          </Button>
        )
      }
    >
      <ul className="space-y-2">
        {items.map((item) => (
          <Line key={item.id} kind={kind} item={item} outcome={outcomes[item.id]} />
        ))}
      </ul>
      {isDone ? null : <SecondPersonNotice usdt={worthOf(items)} />}
      <p role="status" className="mt-4 font-medium">
        {isDone ? t("done", { done: all.length - failed, failed }) : ""}
      </p>
    </Dialog>
  );
}

function Line({
  kind,
  item: { title, amount, detail },
  outcome,
}: Pick<BulkDialogProps, "kind"> & { item: BulkItem; outcome: Outcome | undefined }) {
  const t = useTranslations("staffDesk.bulk");
  const own = useTranslations(`staffDesk.bulk.${kind}`);
  return (
    <li className="border-line border-b pb-2">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="[overflow-wrap:anywhere]">{title}</span>
        <strong className="ml-auto">{amount}</strong>
      </p>
      <p className="text-caption text-text-2 [overflow-wrap:anywhere]">
        {detail.filter((part) => part !== null).join(" · ")}
      </p>
      {outcome ? (
        <p className={outcome.state === "failed" ? "text-down" : "text-up"}>
          {outcome.state === "failed" ? own("failed", { reason: outcome.why }) : null}
          {outcome.state === "waits" ? <Waiting id={outcome.id}>{t("waits")}</Waiting> : null}
          {outcome.state === "done" ? own("done") : null}
        </p>
      ) : null}
    </li>
  );
}
