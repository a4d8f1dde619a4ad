"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import type { Reviewed } from "@/components/forms/money/use-money-form";
import { useOrder } from "@/components/forms/money/use-order";
import { PasswordInput } from "@/components/forms/password-input";
import { TextInput } from "@/components/forms/text-input";
import { CoinEstimate } from "@/components/payments/coin-estimate";
import { Button } from "@/components/ui/button";
import { Address } from "@/components/ui/display/address";
import { InlineError } from "@/components/ui/display/inline-error";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { ApiError, messageOf } from "@/lib/platform/client/api";
import { parseMicro } from "@/lib/platform/money";
import { formatAmount } from "@/lib/platform/ui/format";
import { useRequestWithdrawal, type WithdrawalOrder } from "@/lib/withdrawals/client";
import { isFeeAgreed } from "@/lib/withdrawals/rules";
import type { WithdrawalDto, WithdrawalTerms } from "@/lib/withdrawals/schema";
import { netOf, type WithdrawPlan } from "./withdraw-plan";

const PASSWORD_CODES = [
  "WITHDRAW_PASSWORD_INCORRECT",
  "WITHDRAW_PASSWORD_NOT_SET",
  "WITHDRAW_PASSWORD_CHANGE_REQUIRED",
];

export interface WithdrawReviewProps {
  reviewed: Reviewed<WithdrawPlan>;
  terms: WithdrawalTerms;
  /** `earlier` says that it is the withdrawal of an earlier sending; null for a new one. */
  onDone: (withdrawal: WithdrawalDto, earlier: string | null) => void;
}

/** What is kept of what is sent: no password. */
type Kept = WithdrawPlan & { idempotencyKey: string };

/** Repeats a withdrawal in full and asks for the withdrawal password. */
export function WithdrawReview(props: WithdrawReviewProps) {
  const { reviewed, terms, onDone } = props;
  const { currency } = reviewed.order;
  const t = useTranslations("withdraw.review");
  const unit = terms.currency;
  const exact = (value: string) => formatAmount(value, unit, { exact: true });
  const [password, setPassword] = useState("");
  const [totp, setTotp] = useState("");
  const [missing, setMissing] = useState<"password" | "totp" | null>(null);
  const [asking, setAsking] = useState(false);
  const [passkeyProblem, setPasskeyProblem] = useState<string | null>(null);
  const [agreedFee, setAgreedFee] = useState(reviewed.order.fee);
  const { mutateAsync } = useRequestWithdrawal();

  // What may have been recorded is only sent again, never changed, and shown with the fee that it was sent with.
  const { send, unconfirmed, failure, clearError, sheet } = useOrder<
    WithdrawalOrder,
    { withdrawal: WithdrawalDto },
    Kept
  >(reviewed, {
    call: (sent) => mutateAsync(sent),
    doneAt: ({ withdrawal }) => withdrawal.createdAt,
    onDone: ({ withdrawal }, earlier) => onDone(withdrawal, earlier),
  });
  const plan = { ...reviewed.order, fee: agreedFee };
  const fee = unconfirmed?.order.fee ?? plan.fee;
  const feeChanged =
    !unconfirmed && !isFeeAgreed(parseMicro(plan.fee) ?? 0n, parseMicro(terms.fee) ?? 0n, unit);
  const code = failure instanceof ApiError ? failure.code : null;
  const codeError = failure instanceof ApiError ? failure.errors.totp?.[0] : undefined;
  const passwordError =
    failure && PASSWORD_CODES.includes(code ?? "") ? messageOf(failure) : undefined;
  const saidApart =
    !failure || passwordError || codeError || (code === "WITHDRAWAL_TERMS_CHANGED" && feeChanged);
  const confirm = async (byPasskey = false) => {
    if (feeChanged) {
      clearError();
      setAgreedFee(terms.fee);
      return;
    }
    const needsCode = terms.twoFactorEnabled && !byPasskey && !totp;
    const empty = !password ? "password" : needsCode ? "totp" : null;
    setMissing(empty);
    setPasskeyProblem(null);
    if (empty) return;
    const passkey = byPasskey ? await askPasskey() : undefined;
    if (byPasskey && !passkey) return;
    // What may have been recorded is sent again with its own code and fee, and not asked for twice. Once its page was left, password and code are what is typed now: where they differ from the first ones the
    // server refuses the key.
    send((idempotencyKey) => ({ ...plan, idempotencyKey }), {
      withdrawPassword: password,
      ...(totp && !passkey ? { totp } : {}),
      ...(passkey ? { passkey } : {}),
    });
  };
  const askPasskey = async () => {
    setAsking(true);
    try {
      const { confirmByPasskey } = await import("@/lib/security/passkeys/client");
      return await confirmByPasskey("withdrawal");
    } catch (error) {
      setPasskeyProblem(messageOf(error));
      return undefined;
    } finally {
      setAsking(false);
    }
  };
  const amount = exact(plan.amount);
  const receives = (fee: string) => exact(netOf(plan.amount, fee) ?? "0");
  return (
    <ReviewSheet
      {...sheet}
      title={t("title")}
      headline={{
        label: currency === unit ? t("receive") : t("receiveIn", { currency }),
        value: receives(fee),
      }}
      rows={[
        { label: t("amount"), value: amount },
        { label: t("fee"), value: exact(fee) },
        { label: t("network"), value: `${currency} · ${plan.network}` },
        { label: t("arrives"), value: t("arrivesValue") },
        { label: t("address"), value: <Address value={plan.address} />, stacked: true },
        ...(terms.phrase ? [{ label: t("phrase"), value: terms.phrase, stacked: true }] : []),
      ]}
      risk={
        terms.delayHours > 0
          ? `${t("warning")} ${t("waits", { hours: terms.delayHours })}`
          : t("warning")
      }
      changed={
        feeChanged
          ? t("feeChanged", {
              before: exact(plan.fee),
              now: exact(terms.fee),
              receivedBefore: receives(plan.fee),
              receivedNow: receives(terms.fee),
            })
          : undefined
      }
      confirmLabel={feeChanged ? t("acceptFee") : t("confirm", { amount })}
      error={saidApart ? undefined : messageOf(failure)}
      onConfirm={() => void confirm()}
    >
      <CoinEstimate
        currency={currency}
        amount={currency === unit ? plan.amount : netOf(plan.amount, fee)}
        of={currency === unit ? "coins" : "usdt"}
      />
      <Field
        label={t("password")}
        error={missing === "password" && password === "" ? t("passwordMissing") : passwordError}
      >
        <PasswordInput
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {terms.twoFactorEnabled ? (
        <Field
          label={t("totp")}
          error={missing === "totp" && totp === "" ? t("totpMissing") : codeError}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            value={totp}
            onChange={(event) => setTotp(event.target.value)}
          />
        </Field>
      ) : null}
      {terms.twoFactorEnabled && terms.passkeyConfirms ? (
        <>
          <Button variant="outline" wide pending={asking} onClick={() => void confirm(true)}>
            {t("byPasskey")}
          </Button>
          <InlineError>{passkeyProblem}</InlineError>
        </>
      ) : null}
    </ReviewSheet>
  );
}
