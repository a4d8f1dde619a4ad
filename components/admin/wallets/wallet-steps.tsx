"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import { messageOf } from "@/lib/platform/client/api";
import { addressToReview } from "@/lib/wallets/rules";
import type { WalletDto } from "@/lib/wallets/schema";
import { useDeleteWallet, useSaveWallet } from "@/lib/wallets/staff-client";
import { useDecision } from "../use-decision";
import { AddressReview } from "./address-review";
import { draftOf, fieldsOf, type WalletDraft, wouldBe } from "./draft";
import { WalletDetails } from "./wallet-details";
import { WalletForm } from "./wallet-form";

/** What is open over the list. */
export type Step =
  | { kind: "details"; wallet: WalletDto }
  | { kind: "form"; wallet: WalletDto | null }
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
    case "details":
      return (
        <WalletDetails
          open
          wallet={wallets.find(({ id }) => id === step.wallet.id) ?? step.wallet}
          wallets={wallets}
          onClose={onDone}
          onEdit={() => setStep({ kind: "form", wallet: step.wallet })}
          onDelete={() => setStep({ kind: "delete", wallet: step.wallet })}
        />
      );
    case "delete":
      return <DeleteWallet wallet={step.wallet} onDone={onDone} />;
    case "form":
      return <EditWallet wallet={step.wallet} wallets={wallets} onDone={onDone} />;
    case "toggle":
      return <ToggleWallet wallet={step.wallet} wallets={wallets} onDone={onDone} />;
  }
}

/** Sends a wallet; a changed image is another decision. */
function useSave(wallet: WalletDto | null, image: File | null, done: (saved: WalletDto) => void) {
  const save = useSaveWallet();
  const decision = useDecision<Decision, WalletDto>(
    ({ decision: { fields }, key }) =>
      save.mutateAsync({ id: wallet?.id ?? null, fields, image, key }),
    done,
  );
  const file = image && `${image.name} ${image.size} ${image.lastModified}`;
  return {
    ...decision,
    send: (fields: Record<string, string>) => void decision.decide({ fields, image: file }),
  };
}

type ChangeProps = { wallets: readonly WalletDto[]; onDone: () => void };

function EditWallet({ wallet, wallets, onDone }: ChangeProps & { wallet: WalletDto | null }) {
  const t = useTranslations("staffWallets");
  const [draft, setDraft] = useState<WalletDraft>(() => draftOf(wallet));
  const [reviewing, setReviewing] = useState(false);
  const save = useSave(wallet, draft.image, ({ qrImageMatches }) => {
    onDone();
    notify.success(
      draft.image && !qrImageMatches ? t("savedUnread") : t(wallet ? "saved" : "added"),
    );
  });
  const review = addressToReview(wallets, wouldBe(draft, wallet));
  const passwordError = save.fieldError("password");
  // What the server says of another field is shown in the form, where it can be put right.
  const isBack = save.hasFieldErrors && !passwordError;
  const { currency, network } = draft;
  const name = t("nameOf", { currency, network });
  const submit = () => {
    if (review) {
      save.restart();
      setReviewing(true);
    } else {
      save.send(fieldsOf(draft, wallet));
    }
  };
  if (review && reviewing && !isBack) {
    return (
      <AddressReview
        open
        currency={currency}
        network={network}
        before={review.before}
        after={review.after}
        pending={save.pending}
        passwordError={passwordError}
        error={save.message}
        onBack={() => setReviewing(false)}
        onConfirm={(password) => save.send({ ...fieldsOf(draft, wallet), password })}
      />
    );
  }
  return (
    <WalletForm
      open
      title={wallet ? t("editOf", { wallet: name }) : t("add")}
      draft={draft}
      pending={save.pending}
      fieldError={save.fieldError}
      error={save.message}
      onDraft={(next) => {
        save.restart();
        setReviewing(false);
        setDraft(next);
      }}
      onClose={onDone}
      onSubmit={submit}
    />
  );
}

function ToggleWallet({ wallet, wallets, onDone }: ChangeProps & { wallet: WalletDto }) {
  const t = useTranslations("staffWallets");
  const isActive = !wallet.isActive;
  const { currency, network } = wallet;
  const name = t("nameOf", { currency, network });
  const save = useSave(wallet, null, () => {
    onDone();
    notify.success(t(isActive ? "switchedOn" : "switchedOff", { wallet: name }));
  });
  const fields = { isActive: String(isActive), updatedAt: wallet.updatedAt };
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
        passwordError={save.fieldError("password")}
        error={save.message}
        onBack={onDone}
        onConfirm={(password) => save.send({ ...fields, password })}
      />
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
      error={save.message ?? save.fieldError("password")}
      onConfirm={() => save.send(fields)}
    />
  );
}

function DeleteWallet({ wallet, onDone }: { wallet: WalletDto; onDone: () => void }) {
  const t = useTranslations("staffWallets");
  const remove = useDeleteWallet();
  const { currency, network } = wallet;
  const name = t("nameOf", { currency, network });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onDone();
      }}
      title={t("deleteTitle", { wallet: name })}
      description={t("deleteText", { address: wallet.address })}
      confirmLabel={t("delete")}
      typeToConfirm={`${currency} ${network}`}
      pending={remove.isPending}
      error={remove.error ? messageOf(remove.error) : null}
      onConfirm={() =>
        remove.mutate(wallet.id, {
          onSuccess: () => {
            onDone();
            notify.success(t("deleted", { wallet: name }));
          },
        })
      }
    />
  );
}
