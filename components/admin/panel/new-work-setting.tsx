"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/forms/checkbox";
import { FormSelect, useBoundField } from "@/components/forms/form-fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { DeviceMessages } from "@/components/notifications/settings/device-messages";
import { Button } from "@/components/ui/button";
import { useDeviceZone } from "@/components/ui/choices/times";
import { InlineError } from "@/components/ui/display/inline-error";
import { QueryState } from "@/components/ui/display/query-state";
import { showToast } from "@/components/ui/overlays/toast";
import { useNewWorkSetting, useNewWorkSettingChange } from "@/lib/new-work/client";
import {
  LAST_HOUR,
  NEW_WORK_CHANNELS,
  NEW_WORK_MODES,
  type NewWorkChannel,
  type NewWorkMode,
  WORK_KINDS,
  type WorkKind,
  workKinds,
} from "@/lib/new-work/rules";
import type { NewWorkDto } from "@/lib/new-work/schema";
import { UTC } from "@/lib/platform/ui/date-time";
import { may } from "@/lib/sessions/permission-rules";
import { useStaffRights } from "./staff-rights";

/** How one is told of new work while the panel is closed, for oneself. */
export function NewWorkSetting({ userId }: { userId: string }) {
  const t = useTranslations("staff.newWorkSetting");
  const answer = useNewWorkSetting();
  // Whose rights show no queue is told of nothing.
  if (useShownKinds().length === 0) return null;
  return (
    <section className="space-y-2 border-line border-t pt-4">
      <h3 className="font-semibold text-body">{t("title")}</h3>
      <p className="text-caption text-text-2">{t("text")}</p>
      {answer.data ? (
        <NewWorkForm userId={userId} stored={answer.data} />
      ) : (
        <QueryState query={answer} label={t("loading")} rows={2} />
      )}
    </section>
  );
}

type Draft = {
  mode: NewWorkMode;
  kinds: WorkKind[];
  channels: NewWorkChannel[];
  hour: string;
};
type Form = ReturnType<typeof useSchemaForm<Draft, NewWorkDto>>;

const loadSchema = () =>
  import("@/lib/new-work/schema").then((module) => module.changeNewWorkSchema);
const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
const HOURS = Array.from({ length: LAST_HOUR + 1 }, (_, hour) => hour);

function NewWorkForm({ userId, stored }: { userId: string; stored: NewWorkDto }) {
  const t = useTranslations("staff.newWorkSetting");
  const change = useNewWorkSettingChange();
  const device = useDeviceZone() ?? UTC;
  const shown = useShownKinds();
  const form = useSchemaForm<Draft, NewWorkDto>({
    start: { ...stored, hour: String(stored.hour) },
    loadSchema,
    toInput: ({ mode, kinds, channels, hour }) => ({
      mode,
      channels: NEW_WORK_CHANNELS.filter((channel) => channels.includes(channel)),
      kinds: shown.filter((kind) => kinds.includes(kind)),
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
      {mode === "off" ? null : (
        <>
          <Channels form={form} userId={userId} />
          <Kinds form={form} />
        </>
      )}
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

function Channels({ form, userId }: { form: Form; userId: string }) {
  const t = useTranslations("staff.newWorkSetting");
  const isPushed = (form.watch("channels") as NewWorkChannel[]).includes("push");
  return (
    <>
      <Choices
        form={form}
        name="channels"
        legend={t("channels")}
        offered={NEW_WORK_CHANNELS}
        labelOf={(channel) => t(`channel.${channel}`)}
      />
      {isPushed ? (
        <div className="space-y-3 pl-8">
          <DeviceMessages userId={userId} part="staff" />
        </div>
      ) : null}
    </>
  );
}

function Kinds({ form }: { form: Form }) {
  const t = useTranslations("staff.newWorkSetting");
  return (
    <Choices
      form={form}
      name="kinds"
      legend={t("kinds")}
      offered={useShownKinds()}
      labelOf={(kind) => t(`kind.${kind}`)}
    />
  );
}

interface ChoicesProps<Choice extends string> {
  form: Form;
  name: "channels" | "kinds";
  legend: string;
  offered: readonly Choice[];
  labelOf: (choice: Choice) => string;
}

/** Any number of what is offered. */
function Choices<Choice extends string>(props: ChoicesProps<Choice>) {
  const { form, name, legend, offered, labelOf } = props;
  const { field, error } = useBoundField({ form, name });
  const chosen = field.value as string[];
  const toggle = (choice: Choice, on: boolean) =>
    field.onChange(on ? [...chosen, choice] : chosen.filter((one) => one !== choice));
  return (
    <fieldset>
      <legend className="text-caption text-text-2">{legend}</legend>
      {offered.map((choice) => (
        <Checkbox
          key={choice}
          label={labelOf(choice)}
          checked={chosen.includes(choice)}
          onChange={({ target }) => toggle(choice, target.checked)}
        />
      ))}
      <InlineError>{error}</InlineError>
    </fieldset>
  );
}
