"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/forms/field";

import { TextArea, TextInput } from "@/components/forms/text-input";
import { Banner } from "@/components/ui/display/banner";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { REASON_MIN } from "@/lib/platform/reason";
import { isPause, type PlacedSetting } from "@/lib/settings/sections";
import { useReasonProps } from "../editing/reason-props";
import { countryChange, useSettingText } from "./setting-text";

export interface SettingsReviewProps {
  open: boolean;
  /** What changes, with the values before and after. */
  changes: { setting: PlacedSetting; before: unknown; after: unknown }[];
  siteName: string;
  pending: boolean;
  error: string | null;
  onBack: () => void;
  /** With why, where something is paused or goes on. */
  onConfirm: (reason?: string) => void;
}

/** What is about to change, before and after, and what that means. */
export function SettingsReview(props: SettingsReviewProps) {
  const { open, changes, siteName, pending, error, onBack, onConfirm } = props;
  const t = useTranslations("staffSettings");
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [isRefused, setRefused] = useState(false);
  const turns = (key: string, to: boolean) =>
    changes.some(({ setting, after }) => setting.key === key && after === to);
  const closesPanel = turns("adminPanelEnabled", false);
  const needsReason = changes.some(({ setting }) => isPause(setting.key));
  const isMissing = closesPanel && typed !== siteName;
  const isShort = needsReason && reason.trim().length < REASON_MIN;
  const confirm = () => {
    setRefused(isMissing || isShort);
    if (!isMissing && !isShort) onConfirm(needsReason ? reason.trim() : undefined);
  };
  return (
    <ReviewSheet
      open={open}
      onBack={onBack}
      title={t("review.title")}
      rows={changes.map(({ setting, before, after }) => ({
        id: setting.key,
        label: t(`fields.${setting.key}.label`),
        value: <BeforeAfter setting={setting} before={before} after={after} />,
        stacked: true,
      }))}
      risk={t("review.newOnly")}
      confirmLabel={t("review.confirm", { count: changes.length })}
      confirmVariant={closesPanel ? "danger" : "primary"}
      pending={pending}
      error={error}
      onConfirm={confirm}
    >
      {turns("maintenance", true) ? <Banner tone="warn">{t("review.maintenance")}</Banner> : null}
      {turns("userPanelEnabled", false) ? (
        <Banner tone="warn">{t("review.userPanel")}</Banner>
      ) : null}
      {needsReason ? (
        <Reason value={reason} onChange={setReason} isWrong={isRefused && isShort} />
      ) : null}
      {closesPanel ? (
        <>
          <Banner tone="warn">{t("review.adminPanel")}</Banner>
          <Field
            label={t("review.type", { name: siteName })}
            error={isRefused && isMissing ? t("review.typeWrong", { name: siteName }) : undefined}
          >
            <TextInput
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </>
      ) : null}
    </ReviewSheet>
  );
}

/** Why something is paused for everybody, or goes on. */
function Reason({
  value,
  onChange,
  isWrong,
}: {
  value: string;
  onChange: (value: string) => void;
  isWrong: boolean;
}) {
  const t = useTranslations("staffSettings");
  const { area, ...texts } = useReasonProps(t("review.reasonHint"));
  return (
    <Field {...texts} error={isWrong ? t("review.reasonShort", { min: REASON_MIN }) : undefined}>
      <TextArea
        {...area}
        name="reason"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

function BeforeAfter({ setting, before, after }: SettingsReviewProps["changes"][number]) {
  const t = useTranslations("staffSettings");
  const toText = useSettingText();
  if (setting.kind === "countries") {
    const { added, removed } = countryChange(before, after);
    return (
      <>
        {added.length > 0 ? (
          <p className="font-semibold">{t("countries.added", { names: added.join(", ") })}</p>
        ) : null}
        {removed.length > 0 ? (
          <p className="font-semibold">{t("countries.removed", { names: removed.join(", ") })}</p>
        ) : null}
      </>
    );
  }
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span>
        <span className="sr-only">{t("review.before")} </span>
        {toText(setting, before)}
      </span>
      <ArrowRight aria-hidden="true" className="size-4 shrink-0 self-center text-text-2" />
      <span className="font-semibold">
        <span className="sr-only">{t("review.after")} </span>
        {toText(setting, after)}
      </span>
    </p>
  );
}
