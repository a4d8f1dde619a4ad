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
import { useNewWorkSetting, useNewWorkSettingChange } from "@/lib/new-work/client";
import {
  LAST_HOUR,
  NEW_WORK_MODES,
  type NewWorkMode,
  WORK_KINDS,
  type WorkKind,
  workKinds,
} from "@/lib/new-work/rules";
import type { NewWorkDto } from "@/lib/new-work/schema";
import { UTC } from "@/lib/platform/ui/date-time";
import { may } from "@/lib/sessions/permission-rules";
import { useStaffRights } from "./staff-rights";

/** How one is mailed about new work, for oneself. */
export function NewWorkSetting() {
  const t = useTranslations("staff.newWorkSetting");
  const answer = useNewWorkSetting();
  return (
    <section className="space-y-2 border-line border-t pt-4">
      <h3 className="font-semibold text-body">{t("title")}</h3>
      <p className="text-caption text-text-2">{t("text")}</p>
      {answer.data ? (
        <NewWorkForm stored={answer.data} />
      ) : (
        <QueryState query={answer} label={t("loading")} rows={2} />
      )}
    </section>
  );
}

type Draft = { mode: NewWorkMode; kinds: WorkKind[]; hour: string };

const loadSchema = () =>
  import("@/lib/new-work/schema").then((module) => module.changeNewWorkSchema);
const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
const HOURS = Array.from({ length: LAST_HOUR + 1 }, (_, hour) => hour);

function NewWorkForm({ stored }: { stored: NewWorkDto }) {
  const t = useTranslations("staff.newWorkSetting");
  const change = useNewWorkSettingChange();
  const device = useDeviceZone() ?? UTC;
  const shown = useShownKinds();
  const form = useSchemaForm<Draft, NewWorkDto>({
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
  const send = async (wanted: NewWorkDto) => {
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
        {NEW_WORK_MODES.map((one) => (
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

function Kinds({ form }: { form: ReturnType<typeof useSchemaForm<Draft, NewWorkDto>> }) {
  const t = useTranslations("staff.newWorkSetting");
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
