"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { AllSettings } from "@/lib/settings/schema";
import { isGuarded, type PlacedSetting, SETTING_SECTIONS } from "@/lib/settings/sections";
import { UnsavedBar } from "../editing/unsaved-bar";
import { useIsFullAdmin } from "../panel/staff-rights";
import { SettingField } from "./setting-field";
import { useSettingText } from "./setting-text";
import { SettingsReview } from "./settings-review";
import { type SettingsForm, useSettingsForm } from "./use-settings-form";

const ConfirmGuarded = lazyDialog(() =>
  import("./confirm-guarded").then((module) => module.ConfirmGuarded),
);

/** All settings, in sections, with what is typed and not saved. */
export function SettingsSections({ all, mayChange }: { all: AllSettings; mayChange: boolean }) {
  const t = useTranslations("staffSettings");
  const { element, ...form } = useSettingsForm(all.settings);
  const isFull = useIsFullAdmin();
  const isKept = (key: string) => isGuarded(key) && !isFull;
  return (
    <div ref={element} className="space-y-4">
      {mayChange ? null : <Banner tone="info">{t("readOnly")}</Banner>}
      <nav aria-label={t("sectionsLabel")}>
        <ul className="flex flex-wrap gap-x-4">
          {SETTING_SECTIONS.map(({ name }) => (
            <li key={name}>
              <a href={`#${name}`} className="flex min-h-target items-center text-gold-text">
                {t(`sections.${name}.title`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {SETTING_SECTIONS.map(({ name, fields }) => (
        <Card key={name} id={name} aria-labelledby={`${name}-title`} className="scroll-mt-20">
          <SectionTitle id={`${name}-title`}>{t(`sections.${name}.title`)}</SectionTitle>
          <p className="mb-4 text-text-2">{t(`sections.${name}.text`)}</p>
          <fieldset disabled={!mayChange} className="grid min-w-0 items-start gap-5 lg:grid-cols-2">
            {fields.map((setting: PlacedSetting) => (
              <div key={setting.key} className="min-w-0 space-y-2">
                <SettingField
                  setting={setting}
                  value={form.values[setting.key]}
                  error={form.errorOf(setting.key)}
                  disabled={!mayChange || isKept(setting.key)}
                  siteName={String(form.values.siteName)}
                  onChange={(value) => form.type(setting, value)}
                />
                {mayChange && isKept(setting.key) ? (
                  <p className="text-caption text-text-2">{t("guarded.onlyFull")}</p>
                ) : null}
                <Conflict setting={setting} all={all} form={form} />
              </div>
            ))}
          </fieldset>
        </Card>
      ))}
      <UnsavedBar
        count={form.changed.length}
        saveLabel={t(form.changed.some(({ review }) => review) ? "toReview" : "save")}
        pending={form.decision.pending || form.isProving}
        error={form.isReviewing || form.isProving ? null : form.problem}
        onSave={form.submit}
        onDiscard={form.discard}
      />
      <SettingsReview
        // What was typed to confirm counts for one review.
        key={String(form.isReviewing)}
        open={form.isReviewing}
        changes={form.changed.map((setting) => ({
          setting,
          before: all.settings[setting.key],
          after: form.values[setting.key],
        }))}
        siteName={all.settings.siteName}
        pending={form.decision.pending}
        error={form.problem}
        onBack={form.back}
        onConfirm={form.confirm}
      />
      <ConfirmGuarded
        key={`prove-${form.isProving}`}
        open={form.isProving}
        onSubmit={form.prove}
        onClose={form.back}
      />
    </div>
  );
}

/** What somebody else saved while this was typed, and the choice between the two. */
function Conflict({
  setting,
  all,
  form,
}: {
  setting: PlacedSetting;
  all: AllSettings;
  form: Omit<SettingsForm, "element">;
}) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffSettings.conflict");
  const toText = useSettingText();
  const { key } = setting;
  const isOpen = form.conflicts.includes(key);
  const last = all.changes[key];
  return (
    <div role="status">
      {isOpen ? (
        <Banner
          tone="warn"
          action={
            <span className="flex flex-wrap gap-2 pt-1">
              <Button variant="outline" onClick={() => form.keepMine(key)}>
                {t("keepMine")}
              </Button>
              <Button variant="outline" onClick={() => form.takeTheirs(key)}>
                {t("takeTheirs")}
              </Button>
            </span>
          }
        >
          {t("text", {
            name: last?.by ?? t("somebody"),
            time: formatDateTime(last?.at, { style: "timeSeconds", zone: true }),
            before: toText(setting, form.draft.seen[key]),
            now: toText(setting, all.settings[key]),
          })}
        </Banner>
      ) : null}
    </div>
  );
}
