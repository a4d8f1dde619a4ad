"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AdminPage } from "@/components/layout/admin-shell";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { messageOf } from "@/lib/platform/client/api";
import { useStaffWallets } from "@/lib/wallets/staff-client";
import { useMay } from "../panel/staff-rights";
import { WalletList } from "./wallet-list";
import type { Step } from "./wallet-steps";

const WalletSteps = lazyDialog(
  () => import("./wallet-steps").then((module) => module.WalletSteps),
  { close: ({ onDone }) => onDone() },
);

/** Deposit addresses: the list, and every change of it with the look at the address that it needs. */
export function WalletsPage() {
  const t = useTranslations("staffWallets");
  const titles = useTranslations("staff.titles");
  const canWrite = useMay("wallets.edit");
  const answer = useStaffWallets();
  const [step, setStep] = useState<Step | null>(null);
  const wallets = answer.data;
  return (
    <AdminPage
      title={titles("wallets")}
      actions={
        canWrite ? (
          <Button
            icon={<Plus aria-hidden="true" />}
            onClick={() => setStep({ kind: "form", wallet: null })}
          >
            {t("add")}
          </Button>
        ) : null
      }
    >
      <p className="max-w-prose text-text-2">{t("intro")}</p>
      {wallets && answer.isError ? (
        <Banner tone="error" live>
          {t("stale", { reason: messageOf(answer.error) })}
        </Banner>
      ) : null}
      {wallets && !wallets.some((one) => one.currency === "XAUT" && one.isActive) ? (
        <NoGold onAdd={canWrite ? setStep : null} />
      ) : null}
      {wallets === undefined ? (
        <QueryState query={answer} label={t("loading")} rows={8} rowClass="h-12" />
      ) : wallets.length === 0 ? (
        <EmptyState text={t("empty")} />
      ) : (
        <WalletList
          wallets={wallets}
          busy={answer.isFetching}
          onOpen={(wallet) => setStep({ kind: "details", wallet })}
          onToggle={(wallet) => setStep({ kind: "toggle", wallet })}
        />
      )}
      {step && wallets ? (
        <WalletSteps
          // Each way through the dialogs begins with an empty form.
          key={`${step.kind} ${step.wallet?.id}`}
          first={step}
          wallets={wallets}
          onDone={() => setStep(null)}
        />
      ) : null}
    </AdminPage>
  );
}

/** Says that gold can't come in, and leads to the form: an address is never made up. */
function NoGold({ onAdd }: { onAdd: ((step: Step) => void) | null }) {
  const t = useTranslations("staffWallets");
  const pair = { currency: "XAUT", network: "ERC20" } as const;
  const add = onAdd ? (
    <Button variant="outline" onClick={() => onAdd({ kind: "form", wallet: null, pair })}>
      {t("addGold")}
    </Button>
  ) : null;
  return (
    <Banner tone="warn" action={add}>
      {t("noGold")}
    </Banner>
  );
}
