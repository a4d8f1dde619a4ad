"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import { ResultCard } from "@/components/ui/display/result-card";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { bookedIn } from "@/lib/wallets/names";
import { useRecentWithdrawals } from "@/lib/withdrawals/client";
import type { WithdrawalDto } from "@/lib/withdrawals/schema";
import { PasswordGate } from "./password-gate";
import { WithdrawForm, type WithdrawFormProps } from "./withdraw-form";

// Shown once a withdrawal was sent.
const WithdrawalDetails = lazyPart(() =>
  import("./withdrawal-details").then((module) => module.WithdrawalDetails),
);

type Done = {
  withdrawal: WithdrawalDto;
  /** Says that it is the withdrawal of an earlier sending; null for a new one. */
  earlier: string | null;
};

/** The form of a withdrawal, and its result in the same place. */
export function WithdrawFlow(props: Pick<WithdrawFormProps, "currency" | "networks">) {
  const [done, setDone] = useState<Done | null>(null);
  if (done) return <WithdrawResult {...done} />;
  return (
    <PasswordGate unit={bookedIn(props.currency)}>
      {(terms) => (
        <WithdrawForm
          {...props}
          terms={terms}
          onDone={(withdrawal, earlier) => setDone({ withdrawal, earlier })}
        />
      )}
    </PasswordGate>
  );
}

/** What follows a request: how far it is (live), and what it was. */
function WithdrawResult({ withdrawal, earlier }: Done) {
  const t = useTranslations("withdraw.result");
  const [answered, setAnswered] = useState(withdrawal);
  const { data } = useRecentWithdrawals();
  const current = data?.find(({ id }) => id === withdrawal.id) ?? answered;
  return (
    <ResultCard
      title={t("title")}
      text={earlier ?? (current.status === "pending" ? t("text") : null)}
    >
      <WithdrawalDetails withdrawal={current} onCancelled={setAnswered} />
      <ButtonLink href="/withdraw" wide variant="outline">
        {t("all")}
      </ButtonLink>
    </ResultCard>
  );
}
