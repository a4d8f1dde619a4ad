"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { showToast } from "@/components/ui/overlays/toast";
import { ApiError } from "@/lib/platform/client/api";
import { type Proof, type SettingsChange, useSaveSettings } from "@/lib/settings/client";
import {
  afterSaving,
  changedKeys,
  conflictingKeys,
  dropSetting,
  keepSetting,
  type SettingsDraft,
  typeSetting,
} from "@/lib/settings/draft";
import type { Settings } from "@/lib/settings/schema";
import { isGuarded, type PlacedSetting, placedSettings } from "@/lib/settings/sections";
import { useDecision } from "../payments/use-decision";

type Values = Record<string, unknown>;

const pick = (from: object, keys: string[]) =>
  Object.fromEntries(keys.map((key) => [key, (from as Values)[key]])) as Partial<Settings>;

/** The API's check of changes, and of how they fit what is stored. */
async function loadSchema(stored: Settings) {
  const [{ settingsSchema }, { settingProblems }] = await Promise.all([
    import("@/lib/settings/schema"),
    import("@/lib/settings/rules"),
  ]);
  return settingsSchema.partial().check(({ value, issues }) => {
    const problems = settingProblems({ ...stored, ...value }, Object.keys(value));
    for (const [key, [message = ""]] of Object.entries(problems)) {
      issues.push({ code: "custom", path: [key], message, input: value });
    }
  });
}

/** The first text of a setting's errors; that of a part, such as one country, counts for the whole. */
function firstText(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { message } = error as { message?: unknown };
  return typeof message === "string" ? message : Object.values(error).map(firstText).find(Boolean);
}

/** Whether the server refused the password or the code, and nothing that is set. */
const isAboutProof = ({ code, errors }: ApiError) =>
  code === "TOTP_REQUIRED" || "password" in errors || "totp" in errors;

/** Everything that the settings' form knows: what is typed, what is wrong, whose value to keep. */
export function useSettingsForm(stored: Settings) {
  const t = useTranslations("staffSettings");
  const router = useRouter();
  const save = useSaveSettings();
  const form = useSchemaForm<Settings, Partial<Settings>>({
    start: stored,
    loadSchema: () => loadSchema(stored),
    toInput: (values) => pick(values, changed),
  });
  useWatch({ control: form.control });
  /** What stood there when somebody began to type; what is not in it is as it is stored. */
  const [seen, setSeen] = useState<Values>({});
  const [isReviewing, setReviewing] = useState(false);
  const [proving, setProving] = useState<SettingsChange | null>(null);
  const [isHeld, setHeld] = useState(false);

  const draftOver = (over: Values): SettingsDraft => ({
    typed: pick(form.getValues(), Object.keys(over)),
    seen: over,
  });
  const draft = draftOver(seen);
  const changed = changedKeys(draft, stored);
  const conflicts = conflictingKeys(draft, stored);
  const change: SettingsChange = {
    changes: pick(draft.typed, changed),
    expected: pick(seen, changed),
  };

  const decision = useDecision<SettingsChange, unknown>(
    async ({ decision: sent, key }) => {
      try {
        return await save.mutateAsync({ change: sent, key });
      } catch (failure) {
        if (failure instanceof ApiError && failure.status !== 0 && !isAboutProof(failure)) {
          setReviewing(false);
          setProving(null);
          form.refuse(failure);
        }
        throw failure;
      }
    },
    (_, sent) => {
      setReviewing(false);
      setProving(null);
      setSeen((old) => afterSaving(draftOver(old), sent.changes).seen);
      showToast.success(t("saved"));
      router.refresh();
    },
  );

  const send = async (sent: SettingsChange): Promise<unknown> => {
    const failure = await decision.decide(sent);
    // What was typed meanwhile can be saved next.
    if (failure === null) decision.restart();
    return failure;
  };
  return {
    /** For the element around the fields. */
    element: form.element,
    values: { ...stored, ...draft.typed } as Values,
    errorOf: (key: keyof Settings) => firstText(form.formState.errors[key]),
    changed: placedSettings.filter(({ key }) => changed.includes(key)),
    conflicts,
    draft,
    decision,
    isReviewing,
    /** Whether the password is asked for, after the review. */
    isProving: proving !== null,
    /** Why a press of Save did nothing. */
    problem:
      isHeld && conflicts.length > 0
        ? t("conflict.decide")
        : (form.formState.errors.root?.message ?? decision.message),
    submit: () => {
      decision.restart();
      setHeld(conflicts.length > 0);
      if (conflicts.length > 0) return;
      const needsReview = placedSettings.some(({ key, review }) => review && changed.includes(key));
      form.submit(async () => {
        if (needsReview) setReviewing(true);
        else await send(change);
      })();
    },
    confirm: (reason?: string) => {
      const reviewed = { ...change, reason };
      if (!changed.some(isGuarded)) return void send(reviewed);
      setReviewing(false);
      // What can still be typed until the dialog is there was not reviewed.
      setProving(reviewed);
    },
    prove: async (proof: Proof) => {
      if (proving === null) return;
      const failure = await send({ ...proving, proof });
      if (failure !== null) throw failure;
    },
    back: () => {
      setReviewing(false);
      setProving(null);
    },
    type: ({ key }: PlacedSetting, value: unknown) => {
      form.setValue(key, value as never);
      form.clearErrors(key);
      setSeen(typeSetting(draft, stored, key, value).seen);
    },
    keepMine: (key: string) => setSeen(keepSetting(draft, stored, key).seen),
    takeTheirs: (key: string) => setSeen(dropSetting(draft, key).seen),
    discard: () => {
      setSeen({});
      form.reset(stored);
      decision.restart();
    },
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
