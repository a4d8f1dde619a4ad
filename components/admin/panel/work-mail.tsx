"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/forms/checkbox";
import { FormSelect, useBoundField } from "@/components/forms/form-fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { useDeviceZone } from "@/components/ui/choices/times";
import { InlineError } from "@/components/ui/display/inline-error";
import { QueryState } from "@/components/ui/display/query-state";
import { showToast } from "@/components/ui/overlays/toast";
import { UTC } from "@/lib/platform/ui/date-time";
import { may } from "@/lib/sessions/permission-rules";
import { useWorkMail, useWorkMailChange } from "@/lib/work-mail/client";
import {
  LAST_HOUR,
  WORK_KINDS,
  WORK_MAIL_MODES,
  type WorkKind,
  type WorkMailMode,
  workKinds,
} from "@/lib/work-mail/rules";
import type { WorkMailDto } from "@/lib/work-mail/schema";
import { useStaffRights } from "./staff-rights";

/** How one is mailed about new work, for oneself. */
export function WorkMail() {
  const t = useTranslations("staff.workMail");
  const answer = useWorkMail();
  return (
    <section className="space-y-2 border-line border-t pt-4">
      <h3 className="font-semibold text-body">{t("title")}</h3>
      <p className="text-caption text-text-2">{t("text")}</p>
      {answer.data ? (
        <WorkMailForm stored={answer.data} />
      ) : (
        <QueryState query={answer} label={t("loading")} rows={2} />
      )}
    </section>
  );
}

type Draft = { mode: WorkMailMode; kinds: WorkKind[]; hour: string };

const loadSchema = () =>
  import("@/lib/work-mail/schema").then((module) => module.changeWorkMailSchema);
const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
const HOURS = Array.from({ length: LAST_HOUR + 1 }, (_, hour) => hour);

function WorkMailForm({ stored }: { stored: WorkMailDto }) {
  const t = useTranslations("staff.workMail");
  const change = useWorkMailChange();
  const device = useDeviceZone() ?? UTC;
  const shown = useShownKinds();
  const form = useSchemaForm<Draft, WorkMailDto>({
    start: { ...stored, hour: String(stored.hour) },
    loadSchema,
    toInput: ({ mode, kinds, hour }) => ({
      mode,
      kinds: kinds.filter((kind) => shown.includes(kind)),
      hour: Number(hour),
      zone: device,
    }),
  });
  const mode = form.watch("mode");
  const send = async (wanted: WorkMailDto) => {
    try {
      await change.mutateAsync(wanted);
    } catch (failure) {
      return failure;
    }
    showToast.success(t("saved"));
  };
  const isOther = stored.mode === "daily" && stored.zone !== device;
  return (
    <SchemaForm form={form} onValid={send} className="space-y-3">
      <FormSelect form={form} name="mode" label={t("mode")}>
        {WORK_MAIL_MODES.map((one) => (
          <option key={one} value={one}>
            {t(`modes.${one}`)}
          </option>
        ))}
      </FormSelect>
      {mode === "daily" ? (
        <FormSelect
          form={form}
          name="hour"
          label={t("hour")}
          hint={
            isOther
              ? t("hourHintOther", { zone: stored.zone, device })
              : t("hourHint", { zone: device })
          }
        >
          {HOURS.map((hour) => (
            <option key={hour} value={hour}>
              {hourText(hour)}
            </option>
          ))}
        </FormSelect>
      ) : null}
      {mode === "off" ? null : <Kinds form={form} />}
      <Button type="submit" variant="outline" pending={change.isPending}>
        {t("save")}
      </Button>
    </SchemaForm>
  );
}

/** Those that one's rights show. */
function useShownKinds(): WorkKind[] {
  const rights = useStaffRights();
  return workKinds.filter((kind) => may(rights, WORK_KINDS[kind]));
}

function Kinds({ form }: { form: ReturnType<typeof useSchemaForm<Draft, WorkMailDto>> }) {
  const t = useTranslations("staff.workMail");
  const { field, error } = useBoundField({ form, name: "kinds" });
  const chosen = field.value as WorkKind[];
  const toggle = (kind: WorkKind, on: boolean) =>
    field.onChange(workKinds.filter((one) => (one === kind ? on : chosen.includes(one))));
  return (
    <fieldset>
      <legend className="text-caption text-text-2">{t("kinds")}</legend>
      {useShownKinds().map((kind) => (
        <Checkbox
          key={kind}
          label={t(`kind.${kind}`)}
          checked={chosen.includes(kind)}
          onChange={({ target }) => toggle(kind, target.checked)}
        />
      ))}
      <InlineError>{error}</InlineError>
    </fieldset>
  );
}
