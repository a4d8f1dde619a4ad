"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { ApiError } from "@/lib/platform/client/api";
import { readAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount } from "@/lib/platform/ui/format";
import { readAddress } from "@/lib/wallets/addresses/rules";
import { NETWORK_NAMES, namedAddress, ownLabel } from "@/lib/wallets/names";
import { addressToReview } from "@/lib/wallets/rules";
import type { WalletDto } from "@/lib/wallets/schema";
import { useDeleteWallet, useNewestWallet, useSaveWallet } from "@/lib/wallets/staff-client";
import { decisionProblem } from "../approvals/approval-link";
import { TheirChanges, useSharedEdit } from "../editing/shared-edit";
import { useDecision } from "../payments/use-decision";
import { AddressComparison } from "./address-comparison";
import { AddressReview } from "./address-review";
import { draftOf, fieldsOf, MINIMUM_DECIMALS, type WalletDraft, wouldBe } from "./draft";
import { type Given, proofError, usePasswordStep } from "./password-step";
import { WalletDetails } from "./wallet-details";
import { WalletForm } from "./wallet-form";

/** The coin and network that a new wallet begins with. */
type Pair = Pick<WalletDraft, "currency" | "network">;

/** What is open over the list. */
export type Step =
  | { kind: "details"; wallet: WalletDto }
  | { kind: "form"; wallet: WalletDto | null; pair?: Pair }
  | { kind: "toggle"; wallet: WalletDto }
  | { kind: "delete"; wallet: WalletDto };

type Decision = { fields: Record<string, string>; image: string | null };

/** The dialogs of one change: details, form, the look at the address, questions. */
export function WalletSteps({
  first,
  wallets,
  onDone,
}: {
  first: Step;
  wallets: readonly WalletDto[];
  onDone: () => void;
}) {
  const [step, setStep] = useState(first);
  switch (step.kind) {
    case "details": {
      // A colleague may have changed it since the list was pressed.
      const wallet = wallets.find(({ id }) => id === step.wallet.id) ?? step.wallet;
      return (
        <WalletDetails
          open
          wallet={wallet}
          wallets={wallets}
          onClose={onDone}
          onEdit={() => setStep({ kind: "form", wallet })}
          onDelete={() => setStep({ kind: "delete", wallet })}
        />
      );
    }
    case "delete":
      return <DeleteWallet wallet={step.wallet} wallets={wallets} onDone={onDone} />;
    case "form":
      return <EditWallet wallet={step.wallet} pair={step.pair} wallets={wallets} onDone={onDone} />;
    case "toggle":
      return <ToggleWallet wallet={step.wallet} wallets={wallets} onDone={onDone} />;
  }
}

/** Sends a wallet; a changed image is another decision. */
function useSave(
  wallet: WalletDto | null,
  image: File | null,
  done: (saved: WalletDto) => void,
  watch = (save: Promise<WalletDto>) => save,
) {
  const save = useSaveWallet();
  const decision = useDecision<Decision, WalletDto>(
    ({ decision: { fields }, key }) =>
      watch(save.mutateAsync({ id: wallet?.id ?? null, fields, image, key })),
    done,
  );
  const file = image && `${image.name} ${image.size} ${image.lastModified}`;
  return {
    ...decision,
    send: (fields: Record<string, string>) => decision.decide({ fields, image: file }),
  };
}

type ChangeProps = { wallets: readonly WalletDto[]; onDone: () => void };

const loadSchema = () => import("@/lib/wallets/schema").then((module) => module.createWalletSchema);

/** Whether the password or its code was refused, which have fields of their own. */
const isProofRefused = (failure: unknown) =>
  failure instanceof ApiError && ("password" in failure.errors || "totp" in failure.errors);

/** An address belongs to its coin and network. */
const TOGETHER: (keyof WalletDraft)[][] = [["currency", "network", "address"]];

function EditWallet({
  wallet: opened,
  pair,
  wallets,
  onDone,
}: ChangeProps & { wallet: WalletDto | null; pair?: Pair }) {
  const t = useTranslations("staffWallets");
  const problems = useTranslations("errors.address");
  const form = useSchemaForm<WalletDraft, unknown>({
    start: { ...draftOf(opened), ...pair },
    loadSchema,
    toInput: (draft) => fieldsOf(draft, null),
    check: ({ network, address, minDeposit }) => {
      const reading = readAddress(network, address);
      const isWrong = address.trim() !== "" && "problem" in reading;
      return {
        ...(isWrong ? { address: problems(reading.problem, reading.values) } : {}),
        ...(readAmount(minDeposit, MINIMUM_DECIMALS).ok ? {} : { minDeposit: t("minimumWrong") }),
      };
    },
    fieldNames: { qrImage: "image" },
  });
  useWatch({ control: form.control });
  const draft = form.getValues();
  const newest = useNewestWallet(opened?.id);
  const edit = useSharedEdit(opened, form, { draftOf, newest, together: TOGETHER });
  const { base: wallet, theirs } = edit;
  const texts = useTexts();
  const [reviewing, setReviewing] = useState(false);
  const done = ({ qrImageMatches }: WalletDto) => {
    onDone();
    showToast.success(
      draft.image && !qrImageMatches ? t("savedUnread") : t(wallet ? "saved" : "added"),
    );
  };
  const save = useSave(wallet, draft.image, done, edit.watch);
  const review = addressToReview(wallets, wouldBe(draft, wallet));
  const isAboutProof = proofError(save) !== undefined || save.code === "TOTP_REQUIRED";
  const step = usePasswordStep(save);
  const isConflict = save.code === "CONFLICT";
  // What the server says of another field, or of a colleague, is shown in the form, where it can be put right.
  const isBack = isConflict || (save.hasFieldErrors && !isAboutProof);
  const { currency, network } = draft;
  const name = t("nameOf", { currency, network });
  const send = async (given: Given) => {
    const failure = await save.send({ ...fieldsOf(draft, wallet), ...given });
    if (!isProofRefused(failure)) form.refuse(failure);
  };
  const submit = () => {
    if (review) {
      save.restart();
      setReviewing(true);
    } else {
      step.proceed((given) => void send(given));
    }
  };
  // Other wallets may have changed meanwhile, so that an address is to be looked at after all.
  if (review && (reviewing || isAboutProof) && !isBack) {
    return (
      <AddressReview
        open
        currency={currency}
        network={network}
        before={review.before}
        after={review.after}
        pending={save.pending}
        error={decisionProblem(save)}
        onBack={() => {
          save.restart();
          setReviewing(false);
        }}
        onConfirm={() => step.proceed((given) => void send(given))}
      >
        {step.field}
      </AddressReview>
    );
  }
  return (
    <WalletForm
      open
      title={wallet ? t("editOf", { wallet: name }) : t("add")}
      form={form}
      pending={save.pending}
      error={theirs?.text === save.message ? null : decisionProblem(save)}
      onClose={onDone}
      onValid={submit}
    >
      {/* Without an address to look at: another pair's reserve moves up. */}
      {review ? null : step.field}
      <TheirChanges theirs={theirs} texts={texts} />
    </WalletForm>
  );
}

/** A wallet's fields in words. */
function useTexts() {
  const t = useTranslations("staffWallets");
  return (wallet: WalletDto): [string, string | boolean][] => [
    [t("coin"), wallet.currency],
    [t("network"), NETWORK_NAMES[wallet.network]],
    [t("address"), wallet.address],
    [t("label"), ownLabel(wallet.label)],
    [t("minimum"), formatAmount(wallet.minDeposit, wallet.currency, { exact: true })],
    [t("activeLabel"), wallet.isActive],
  ];
}

function ToggleWallet({ wallet, wallets, onDone }: ChangeProps & { wallet: WalletDto }) {
  const t = useTranslations("staffWallets");
  const isActive = !wallet.isActive;
  const { currency, network } = wallet;
  const name = t("nameOf", { currency, network });
  const save = useSave(wallet, null, () => {
    onDone();
    showToast.success(t(isActive ? "switchedOn" : "switchedOff", { wallet: name }));
  });
  const fields = { isActive: String(isActive), updatedAt: wallet.updatedAt };
  const step = usePasswordStep(save);
  const submit = () => step.proceed((given) => void save.send({ ...fields, ...given }));
  const review = addressToReview(wallets, { ...wallet, isActive });
  if (review) {
    return (
      <AddressReview
        open
        currency={currency}
        network={network}
        before={review.before}
        after={review.after}
        pending={save.pending}
        error={decisionProblem(save)}
        onBack={onDone}
        onConfirm={submit}
      >
        {step.field}
      </AddressReview>
    );
  }
  const stays = wallets.some(
    (each) =>
      each.id !== wallet.id &&
      each.isActive &&
      each.currency === currency &&
      each.network === network,
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onDone();
      }}
      title={t(isActive ? "onTitle" : "offTitle", { wallet: name })}
      description={t(stays ? "reserveText" : "offText", { wallet: name })}
      confirmLabel={t(isActive ? "onConfirm" : "offConfirm")}
      confirmVariant={isActive ? "primary" : "danger"}
      pending={save.pending}
      error={decisionProblem(save)}
      onConfirm={submit}
    >
      {step.field}
    </ConfirmDialog>
  );
}

function DeleteWallet({ wallet, wallets, onDone }: ChangeProps & { wallet: WalletDto }) {
  const t = useTranslations("staffWallets");
  const remove = useDeleteWallet();
  const { currency, network, address } = wallet;
  const name = t("nameOf", { currency, network });
  const decision = useDecision<Given, unknown>(
    ({ decision: given }) => remove.mutateAsync({ id: wallet.id, ...given }),
    () => {
      onDone();
      showToast.success(t("deleted", { wallet: name }));
    },
  );
  const step = usePasswordStep(decision);
  // What users are shown instead.
  const review = addressToReview(wallets, { ...wallet, isActive: false });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onDone();
      }}
      title={t("deleteTitle", { wallet: name })}
      description={t("deleteText", { address: namedAddress(address) })}
      confirmLabel={t("delete")}
      typeToConfirm={`${currency} ${network}`}
      pending={decision.pending}
      error={decision.message}
      onConfirm={() => step.proceed((given) => void decision.decide(given))}
    >
      {review ? <AddressComparison {...review} /> : null}
      {step.field}
    </ConfirmDialog>
  );
}
