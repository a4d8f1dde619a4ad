"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { Field } from "@/components/forms/field";
import { FileDrop } from "@/components/forms/file-drop";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { TextInput } from "@/components/forms/text-input";
import { CoinEstimate } from "@/components/payments/coin-estimate";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import {
  MoneyPauseNote,
  MoneyPauseProvider,
  useMoneyPause,
} from "@/components/ui/display/money-pause";
import { lazyDialog, lazyPart } from "@/components/ui/overlays/lazy-part";
import type { DepositReport } from "@/lib/deposits/client";
import { useFormDraft } from "@/lib/platform/client/form-draft";
import { checkAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount } from "@/lib/platform/ui/format";
import { hasHashForm } from "@/lib/wallets/names";
import { DepositSteps } from "./deposit-steps";
import type { ProofWallet } from "./proof-review";
import { useProofUpload } from "./use-proof-upload";

const ProofReview = lazyDialog(
  () => import("./proof-review").then((module) => module.ProofReview),
  {
    isOpen: ({ report }) => report !== null,
  },
);
const DepositResult = lazyPart(() =>
  import("./deposit-result").then((module) => module.DepositResult),
);
const START = { amount: "", transactionHash: "" };

export interface ProofFormProps {
  wallet: ProofWallet;
  /** Why nothing can be reported about it now; null while something can. What is under way or done stays in sight. */
  closed: string | null;
  /** What is to be known about the address, before and after. */
  children?: ReactNode;
}

/** The last step of a deposit: what was sent, with its screenshot: form, review, upload, result. */
export function ProofForm({ wallet, closed, children }: ProofFormProps) {
  const t = useTranslations("deposit.proof");
  const pause = useMoneyPause();
  const form = useRef<HTMLFormElement>(null);
  const draft = useFormDraft(`deposit:${wallet.id}`, START);
  const { amount, transactionHash } = draft.fields;
  const [proof, setProof] = useState<File | null>(null);
  const [checked, setChecked] = useState(false);
  const [review, setReview] = useState<DepositReport | null>(null);
  const upload = useProofUpload(draft.clear);
  const failed = upload.failure?.errors ?? {};
  const reading = checkAmount(amount, wallet.decimals, { min: wallet.minDeposit });
  const change = (next: Partial<typeof START>) => {
    draft.change(next);
    upload.clearFailure();
  };
  const isOddHash = transactionHash.trim() !== "" && !hasHashForm(transactionHash);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (upload.progress !== null) return;
    setChecked(true);
    if (!reading.ok || proof === null || isOddHash) return focusFirstError(form.current);
    setReview({
      walletId: wallet.id,
      address: wallet.address,
      amount: reading.value,
      transactionHash: transactionHash.trim(),
      proof,
    });
  };
  if (upload.deposit) {
    return (
      <>
        <DepositSteps current="done" />
        {children}
        <DepositResult deposit={upload.deposit} />
      </>
    );
  }

  const elsewhere = upload.failure && !failed.amount && !failed.transactionHash;
  return (
    <MoneyPauseProvider reason={closed ?? pause}>
      <DepositSteps current="proof" />
      <p className="text-text-2">
        {t("intro", { currency: wallet.currency, network: wallet.network })}
      </p>
      {children}
      <form ref={form} noValidate onSubmit={submit} className="space-y-4">
        <AmountField
          label={t("amountLabel")}
          unit={wallet.currency}
          decimals={wallet.decimals}
          min={wallet.minDeposit}
          value={amount}
          problem={checked && !reading.ok ? reading.problem : null}
          problemTexts={{
            empty: t("amount.empty"),
            zero: t("amount.empty"),
            belowMin: t("amount.belowMin", {
              min: formatAmount(wallet.minDeposit, wallet.currency, { exact: true }),
            }),
          }}
          error={failed.amount?.[0]}
          onChange={(event) => change({ amount: event.target.value })}
        />
        <CoinEstimate
          currency={wallet.currency}
          amount={reading.ok ? reading.value : null}
          of="coins"
        />
        <Field
          label={t("hashLabel")}
          hint={t(isOddHash && !checked ? "hashOdd" : "hashHint")}
          error={checked && isOddHash ? t("hashOdd") : failed.transactionHash?.[0]}
        >
          <TextInput
            value={transactionHash}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => change({ transactionHash: event.target.value })}
          />
        </Field>
        <FileDrop
          label={t("fileLabel")}
          file={proof}
          onFileChange={(file) => {
            setProof(file);
            upload.clearFailure();
          }}
          error={checked && !proof ? t("missing") : elsewhere ? upload.failure?.message : undefined}
          progress={upload.progress}
          onCancelUpload={upload.cancel}
          onRetry={upload.failure?.canRetry ? () => void upload.retry() : undefined}
        />
        <InlineError>{upload.failure && !elsewhere ? upload.failure.message : null}</InlineError>
        <MoneyPauseNote />
        <Button type="submit" wide pending={upload.progress !== null}>
          {t("review")}
        </Button>
      </form>
      <ProofReview
        report={review}
        wallet={wallet}
        onClose={() => setReview(null)}
        onConfirm={(report) => {
          setReview(null);
          void upload.send(report);
        }}
      />
    </MoneyPauseProvider>
  );
}
