"use client";

import { CircleCheck, CircleOff, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { Pill } from "@/components/ui/display/pill";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { showToast } from "@/components/ui/overlays/toast";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { messageOf } from "@/lib/platform/client/api";
import { useResendVerification, useStartTwoFactor } from "@/lib/security/client";
import type { Security } from "@/lib/security/schema";
import { Changed } from "./changed";
import { DelayRow } from "./delay-row";
import { DeviceApprovalRow } from "./device-approval-row";
import type { SecurityTask } from "./security-dialog";
import { SettingRow } from "./setting-row";
import { WithdrawPasswordRow } from "./withdraw-password-row";

const loadCodes = () =>
  import("./recovery-codes-dialog").then((module) => module.RecoveryCodesDialog);

/** What makes recovery codes opens only with what shows them: they are shown this one time. */
async function withCodes<M>(maker: Promise<M>): Promise<M> {
  const [module] = await Promise.all([maker, loadCodes()]);
  return module;
}

const SecurityDialog = lazyDialog(() =>
  withCodes(import("./security-dialog")).then((module) => module.SecurityDialog),
);
const TwoFactorSetupDialog = lazyDialog(
  () =>
    withCodes(import("./two-factor-setup-dialog")).then((module) => module.TwoFactorSetupDialog),
  { isOpen: ({ setup }) => setup !== null },
);
const RecoveryCodesDialog = lazyDialog(loadCodes, { isOpen: ({ codes }) => codes !== null });
/** Passwords, email address and two-factor, each with how it stands and what can be done. */
export function Protection({ security }: { security: Security }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("security");
  const [task, setTask] = useState<{ name: SecurityTask; open: boolean } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const start = useStartTwoFactor();
  const open = (name: SecurityTask) => setTask({ name, open: true });
  const dialog = {
    open: task?.open ?? false,
    onOpenChange: (next: boolean) => setTask(task && { ...task, open: next }),
  };
  const { withdrawalsHeldUntil } = security;
  return (
    <>
      {withdrawalsHeldUntil ? (
        <Banner tone="warn">
          {t("held", { until: formatDateTime(withdrawalsHeldUntil, { zone: true }) })}
        </Banner>
      ) : null}
      <section aria-labelledby="sign-in">
        <SectionTitle id="sign-in">{t("signIn")}</SectionTitle>
        <Card className="py-0">
          <SettingRow title={t("password")} state={<Changed at={security.passwordChangedAt} />}>
            <Button variant="outline" onClick={() => open("password")}>
              {t("change")}
            </Button>
          </SettingRow>
          <EmailRow security={security} onChange={() => open("email")} />
          <TwoFactorRow
            security={security}
            starting={start.isPending}
            onStart={() =>
              start.mutate(undefined, { onError: (error) => showToast.error(messageOf(error)) })
            }
            onTask={open}
          />
          <DeviceApprovalRow security={security} onTurnOff={() => open("approvalOff")} />
        </Card>
      </section>
      <section aria-labelledby="withdrawals">
        <SectionTitle id="withdrawals">{t("withdrawals")}</SectionTitle>
        <Card className="py-0">
          <WithdrawPasswordRow security={security} onChange={() => open("withdrawPassword")} />
          <DelayRow security={security} />
        </Card>
      </section>
      <section aria-labelledby="messages">
        <SectionTitle id="messages">{t("phrase.title")}</SectionTitle>
        <Card className="py-0">
          <PhraseRow phrase={security.phrase} onTask={open} />
          <SettingRow title={t("phrase.check")} state={t("phrase.checkText")}>
            <ButtonLink variant="outline" href="/security-management/check-message">
              {t("phrase.open")}
            </ButtonLink>
          </SettingRow>
          <SettingRow title={t("phrase.limits")} state={t("phrase.limitsText")}>
            <ButtonLink variant="outline" href="/security-management/limits">
              {t("phrase.openLimits")}
            </ButtonLink>
          </SettingRow>
        </Card>
      </section>
      {task ? (
        <SecurityDialog {...dialog} task={task.name} security={security} onCodes={setCodes} />
      ) : null}
      {start.data || codes ? (
        <>
          <TwoFactorSetupDialog
            setup={start.data ?? null}
            onClose={start.reset}
            onCodes={setCodes}
          />
          <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
        </>
      ) : null}
    </>
  );
}

function PhraseRow({
  phrase,
  onTask,
}: {
  phrase: string | null;
  onTask: (task: SecurityTask) => void;
}) {
  const t = useTranslations("security");
  return (
    <SettingRow
      title={t("phrase.row")}
      state={phrase === null ? t("phrase.text") : t("phrase.is", { phrase })}
    >
      <Button variant="outline" onClick={() => onTask("phrase")}>
        {t(phrase === null ? "phrase.choose" : "change")}
      </Button>
      {phrase === null ? null : (
        <Button variant="outline" onClick={() => onTask("phraseOff")}>
          {t("phrase.remove")}
        </Button>
      )}
    </SettingRow>
  );
}

function EmailRow({ security, onChange }: { security: Security; onChange: () => void }) {
  const t = useTranslations("security");
  const resend = useResendVerification();
  const send = () =>
    resend.mutate(undefined, {
      onSuccess: ({ message }) => showToast.success(message ?? t("linkSent")),
      onError: (error) => showToast.error(messageOf(error)),
    });
  return (
    <SettingRow
      title={t("email")}
      pill={
        security.emailVerified ? (
          <Pill tone="up" icon={CircleCheck}>
            {t("confirmed")}
          </Pill>
        ) : (
          <Pill tone="warn" icon={Clock}>
            {t("unconfirmed")}
          </Pill>
        )
      }
      state={
        <>
          {security.email}
          {security.pendingEmail ? (
            <span className="block">{t("pendingEmail", { email: security.pendingEmail })}</span>
          ) : null}
        </>
      }
    >
      {security.emailVerified ? null : (
        <Button variant="outline" pending={resend.isPending} reservesWidth onClick={send}>
          {t("sendLink")}
        </Button>
      )}
      <Button variant="outline" onClick={onChange}>
        {t("change")}
      </Button>
    </SettingRow>
  );
}

function TwoFactorRow({
  security,
  starting,
  onStart,
  onTask,
}: {
  security: Security;
  starting: boolean;
  onStart: () => void;
  onTask: (task: SecurityTask) => void;
}) {
  const t = useTranslations("security");
  const { twoFactorEnabled, recoveryCodesLeft } = security;
  return (
    <SettingRow
      title={t("twoFactor")}
      pill={
        twoFactorEnabled ? (
          <Pill tone="up" icon={CircleCheck}>
            {t("on")}
          </Pill>
        ) : (
          <Pill icon={CircleOff}>{t("off")}</Pill>
        )
      }
      state={twoFactorEnabled ? t("codesLeft", { count: recoveryCodesLeft }) : t("twoFactorText")}
    >
      {twoFactorEnabled ? (
        <>
          <Button variant="outline" onClick={() => onTask("recoveryCodes")}>
            {t("newCodes")}
          </Button>
          <Button variant="outline" onClick={() => onTask("twoFactorOff")}>
            {t("turnOff")}
          </Button>
        </>
      ) : (
        <Button pending={starting} reservesWidth onClick={onStart}>
          {t("turnOn")}
        </Button>
      )}
    </SettingRow>
  );
}
