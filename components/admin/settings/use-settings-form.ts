"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { showToast } from "@/components/ui/overlays/toast";
import { ApiError, networkMessage } from "@/lib/platform/client/api";
import { type Proof, type SettingsChange, useSaveSettings } from "@/lib/settings/client";
import {
  afterSaving,
  changedKeys,
  conflictingKeys,
  dropSetting,
  EMPTY_DRAFT,
  keepSetting,
  typeSetting,
} from "@/lib/settings/draft";
import type { Settings } from "@/lib/settings/schema";
import { isGuarded, type PlacedSetting, placedSettings } from "@/lib/settings/sections";
import { useDecision } from "../payments/use-decision";

type Errors = Record<string, string>;

/** The first text of each setting; that of a part, such as one country, counts for the whole. */
function firstTexts(found: [string, string][]): Errors {
  return Object.fromEntries(
    found.toReversed().map(([path, text]) => [path.split(".")[0] ?? path, text]),
  );
}

/** The rules come when they are needed; null where their code doesn't. */
const loadRules = () =>
  Promise.all([import("@/lib/settings/schema"), import("@/lib/settings/rules")]).then(
    ([{ settingsSchema }, { settingProblems }]) => ({ settingsSchema, settingProblems }),
    () => null,
  );
type Rules = NonNullable<Awaited<ReturnType<typeof loadRules>>>;

/** What is wrong with changes, before they are sent. */
function findErrors(
  { settingsSchema, settingProblems }: Rules,
  changes: Partial<Settings>,
  stored: Settings,
): Errors {
  const parsed = settingsSchema.partial().safeParse(changes);
  if (!parsed.success) {
    return firstTexts(
      parsed.error.issues.map(({ path, message }) => [path.map(String).join("."), message]),
    );
  }
  const problems = settingProblems({ ...stored, ...parsed.data }, Object.keys(changes));
  return firstTexts(Object.entries(problems).map(([key, [text = ""]]) => [key, text]));
}

/** Whether the server refused the password or the code, and nothing that is set. */
const isAboutProof = ({ code, errors }: ApiError) =>
  code === "TOTP_REQUIRED" || "password" in errors || "totp" in errors;

/** Everything that the settings' form knows: what is typed, what is wrong, whose value to keep. */
export function useSettingsForm(stored: Settings) {
  const t = useTranslations("staffSettings");
  const router = useRouter();
  const save = useSaveSettings();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [errors, setErrors] = useState<Errors>({});
  const [refusals, setRefusals] = useState(0);
  const [isReviewing, setReviewing] = useState(false);
  const [proving, setProving] = useState<SettingsChange | null>(null);
  const [isHeld, setHeld] = useState(false);
  const [isOffline, setOffline] = useState(false);

  const values: Record<string, unknown> = { ...stored, ...draft.typed };
  const changed = changedKeys(draft, stored);
  const conflicts = conflictingKeys(draft, stored);
  const pick = (from: Record<string, unknown>, keys: string[]) =>
    Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<Settings>;
  const change: SettingsChange = {
    changes: pick(draft.typed, changed),
    expected: pick(draft.seen, changed),
  };

  const decision = useDecision<SettingsChange, unknown>(
    async ({ decision: sent, key }) => {
      try {
        return await save.mutateAsync({ change: sent, key });
      } catch (failure) {
        if (failure instanceof ApiError && failure.status !== 0 && !isAboutProof(failure)) {
          setReviewing(false);
          setProving(null);
          const texts = Object.entries(failure.errors).map(([path, [text = ""]]) => [path, text]);
          setErrors(firstTexts(texts as [string, string][]));
          setRefusals((count) => count + 1);
        }
        throw failure;
      }
    },
    (_, sent) => {
      setReviewing(false);
      setProving(null);
      setDraft((old) => afterSaving(old, sent.changes));
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
  const submit = async () => {
    decision.restart();
    setOffline(false);
    setHeld(conflicts.length > 0);
    if (conflicts.length > 0) return;
    const rules = await loadRules();
    if (rules === null) return setOffline(true);
    const found = findErrors(rules, change.changes, stored);
    setErrors(found);
    if (Object.keys(found).length > 0) return setRefusals((count) => count + 1);
    const needsReview = placedSettings.some(({ key, review }) => review && changed.includes(key));
    if (needsReview) setReviewing(true);
    else await send(change);
  };
  return {
    values,
    errors,
    /** How often something was found wrong, by the rules or by the server. */
    refusals,
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
        : isOffline
          ? networkMessage()
          : decision.message,
    submit,
    confirm: () => {
      if (!changed.some(isGuarded)) return void send(change);
      setReviewing(false);
      // What can still be typed until the dialog is there was not reviewed.
      setProving(change);
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
      setDraft((old) => typeSetting(old, stored, key, value));
      setErrors(({ [key]: _, ...rest }) => rest);
    },
    keepMine: (key: string) => setDraft((old) => keepSetting(old, stored, key)),
    takeTheirs: (key: string) => setDraft((old) => dropSetting(old, key)),
    discard: () => {
      setDraft(EMPTY_DRAFT);
      setErrors({});
      setOffline(false);
      decision.restart();
    },
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
