"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { Field } from "@/components/forms/field";
import { FileDrop } from "@/components/forms/file-drop";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { FormError } from "@/components/forms/form-error";
import { TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import {
  MoneyPauseNote,
  MoneyPauseProvider,
  useMoneyPause,
} from "@/components/ui/display/money-pause";
import type { DepositReport } from "@/lib/deposits/client";
import { dropFormDraft, useFormDraft } from "@/lib/platform/client/form-draft";
import { checkAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount } from "@/lib/platform/ui/format";
import { hasHashForm } from "@/lib/wallets/names";
import { DepositResult } from "./deposit-result";
import { DepositSteps } from "./deposit-steps";
import { ProofReview, type ProofWallet } from "./proof-review";
import { useProofUpload } from "./use-proof-upload";

type Errors = Partial<Record<"amount" | "proof", string>>;

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
  const [amount, setAmount] = useState("");
  const [transactionHash, setTransactionHash] = useState("");
  const [proof, setProof] = useState<File | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [checked, setChecked] = useState(false);
  const [review, setReview] = useState<DepositReport | null>(null);
  const upload = useProofUpload();
  const failed = upload.failure?.errors ?? {};
  const draft = `deposit:${wallet.id}`;
  const keep = useFormDraft(draft, (kept) => {
    setAmount(kept.amount ?? "");
    setTransactionHash(kept.transactionHash ?? "");
  });
  useEffect(() => {
    if (upload.deposit) dropFormDraft(draft);
  }, [upload.deposit, draft]);

  const check = (text: string, file: File | null): { errors: Errors; amount: string | null } => {
    const reading = checkAmount(text, { decimals: wallet.decimals, min: wallet.minDeposit });
    return {
      amount: reading.ok ? reading.value : null,
      errors: {
        ...(reading.ok
          ? {}
          : {
              amount: t(`amount.${reading.problem}`, {
                decimals: wallet.decimals,
                min: formatAmount(wallet.minDeposit, wallet.currency, { exact: true }),
              }),
            }),
        ...(file ? {} : { proof: t("missing") }),
      },
    };
  };
  const recheck = (text: string, file: File | null) => {
    upload.clearFailure();
    if (checked) setErrors(check(text, file).errors);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (upload.progress !== null) return;
    const found = check(amount, proof);
    setChecked(true);
    setErrors(found.errors);
    if (found.amount === null || proof === null) return focusFirstError(form.current);
    const hash = transactionHash.trim();
    setReview({
      walletId: wallet.id,
      address: wallet.address,
      amount: found.amount,
      transactionHash: hash,
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

  const hash = transactionHash.trim();
  const isOddHash = hash !== "" && !hasHashForm(hash);
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
          error={errors.amount ?? failed.amount?.[0]}
          onChange={(event) => {
            setAmount(event.target.value);
            keep({ amount: event.target.value, transactionHash });
            recheck(event.target.value, proof);
          }}
        />
        <Field
          label={t("hashLabel")}
          hint={t(isOddHash ? "hashOdd" : "hashHint")}
          error={failed.transactionHash?.[0]}
        >
          <TextInput
            value={transactionHash}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => {
              setTransactionHash(event.target.value);
              keep({ amount, transactionHash: event.target.value });
              upload.clearFailure();
            }}
          />
        </Field>
        <FileDrop
          label={t("fileLabel")}
          file={proof}
          onFileChange={(file) => {
            setProof(file);
            recheck(amount, file);
          }}
          error={errors.proof ?? (elsewhere ? upload.failure?.message : undefined)}
          progress={upload.progress}
          onCancelUpload={upload.cancel}
          onRetry={upload.failure?.canRetry ? () => void upload.retry() : undefined}
        />
        <FormError>{upload.failure && !elsewhere ? upload.failure.message : null}</FormError>
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
