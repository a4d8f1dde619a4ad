"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { RadioCards } from "@/components/forms/radio-cards";
import { TextArea, TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card } from "@/components/ui/display/card";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { MAX_BODY_LENGTH, MAX_PICKED, MAX_TITLE_LENGTH } from "@/lib/notifications/broadcast-rules";
import type { RecipientDto } from "@/lib/notifications/broadcast-schema";

const RecipientPicker = lazyPart(() =>
  import("../users/recipient-picker").then((module) => module.RecipientPicker),
);

/** What is being written. */
export type BroadcastDraft = {
  audience: "all" | "users";
  people: RecipientDto[];
  /** What stands in the field for people and names nobody yet. */
  unpicked: string;
  title: string;
  message: string;
};

/** A form that nothing was typed into. */
export const EMPTY_BROADCAST: BroadcastDraft = {
  audience: "all",
  people: [],
  unpicked: "",
  title: "",
  message: "",
};

type Problems = Partial<Record<"people" | "title" | "message", string>>;

function useProblems() {
  const t = useTranslations("staffNotifications");
  const peopleProblem = ({ people, unpicked }: BroadcastDraft) => {
    if (unpicked.trim() !== "") return t("notPicked", { text: unpicked.trim() });
    if (people.length > MAX_PICKED) return t("tooMany", { count: people.length - MAX_PICKED });
    return people.length === 0 ? t("nobody") : undefined;
  };
  return (draft: BroadcastDraft): Problems => ({
    ...(draft.audience === "users" && peopleProblem(draft) ? { people: peopleProblem(draft) } : {}),
    ...(draft.title.trim() === "" ? { title: t("noTitle") } : {}),
    ...(draft.message.trim() === "" ? { message: t("noMessage") } : {}),
  });
}

/** Who gets it and what it says. */
export function BroadcastForm({
  draft,
  onDraft,
  onReview,
}: {
  draft: BroadcastDraft;
  onDraft: (change: (draft: BroadcastDraft) => BroadcastDraft) => void;
  onReview: () => void;
}) {
  const t = useTranslations("staffNotifications");
  const form = useRef<HTMLFormElement>(null);
  const check = useProblems();
  const [tried, setTried] = useState(false);
  const problems = tried ? check(draft) : {};
  const set = (change: Partial<BroadcastDraft>) => onDraft((old) => ({ ...old, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isFine = Object.keys(check(draft)).length === 0;
    setTried(!isFine);
    if (isFine) onReview();
    else focusFirstError(form.current);
  };
  return (
    <Card aria-label={t("newOne")}>
      <form ref={form} noValidate onSubmit={submit} className="space-y-4">
        <RadioCards
          name="audience"
          legend={t("audience")}
          value={draft.audience}
          onValueChange={(audience) => set({ audience: audience as BroadcastDraft["audience"] })}
          options={[
            { value: "all", title: t("all"), description: t("allText") },
            { value: "users", title: t("users"), description: t("usersText") },
          ]}
        />
        {draft.audience === "users" ? (
          <RecipientPicker
            people={draft.people}
            onPeople={(change) => onDraft((old) => ({ ...old, people: change(old.people) }))}
            text={draft.unpicked}
            onText={(change) => onDraft((old) => ({ ...old, unpicked: change(old.unpicked) }))}
            error={problems.people}
          />
        ) : null}
        <Field
          label={t("titleLabel")}
          aside={t("length", { length: draft.title.length, max: MAX_TITLE_LENGTH })}
          error={problems.title}
        >
          <TextInput
            name="title"
            aria-required
            autoComplete="off"
            maxLength={MAX_TITLE_LENGTH}
            value={draft.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        </Field>
        <Field
          label={t("message")}
          hint={t("messageHint")}
          aside={t("length", { length: draft.message.length, max: MAX_BODY_LENGTH })}
          error={problems.message}
        >
          <TextArea
            name="message"
            rows={5}
            aria-required
            maxLength={MAX_BODY_LENGTH}
            value={draft.message}
            onChange={(event) => set({ message: event.target.value })}
          />
        </Field>
        <Banner tone="info">{t("noUrging")}</Banner>
        <Button type="submit">{t("toReview")}</Button>
      </form>
    </Card>
  );
}
