"use client";

import { useTranslations } from "next-intl";
import { FormText, FormTextArea } from "@/components/forms/form-fields";
import { RadioCards } from "@/components/forms/radio-cards";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card } from "@/components/ui/display/card";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { MAX_BODY_LENGTH, MAX_PICKED, MAX_TITLE_LENGTH } from "@/lib/notifications/broadcast-rules";
import type { CreateBroadcastInput, RecipientDto } from "@/lib/notifications/broadcast-schema";

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

const loadSchema = () =>
  import("@/lib/notifications/broadcast-schema").then((module) => module.createBroadcastSchema);

/** The form of a message to many, which keeps what is typed while its review is open. */
export function useBroadcastForm(start = EMPTY_BROADCAST) {
  const t = useTranslations("staffNotifications");
  return useSchemaForm<BroadcastDraft, CreateBroadcastInput>({
    start,
    loadSchema,
    toInput: ({ audience, people, title, message }) => ({
      audience,
      title,
      message,
      ...(audience === "users" ? { userIds: people.map(({ id }) => id) } : {}),
    }),
    check: ({ audience, people, unpicked }) => {
      if (audience === "all") return {};
      if (unpicked.trim() !== "") return { people: t("notPicked", { text: unpicked.trim() }) };
      if (people.length > MAX_PICKED) {
        return { people: t("tooMany", { count: people.length - MAX_PICKED }) };
      }
      return { people: people.length === 0 ? t("nobody") : undefined };
    },
    fieldNames: { userIds: "people" },
  });
}

export interface BroadcastFormProps {
  form: ReturnType<typeof useBroadcastForm>;
  /** What is typed. */
  draft: BroadcastDraft;
  onReview: (input: CreateBroadcastInput) => void;
}

/** Who gets it and what it says. */
export function BroadcastForm({ form, draft, onReview }: BroadcastFormProps) {
  const t = useTranslations("staffNotifications");
  const { errors, isSubmitted } = form.formState;
  const set = <Name extends "audience" | "people" | "unpicked">(
    name: Name,
    change: (old: BroadcastDraft[Name]) => BroadcastDraft[Name],
  ) => {
    // Of the values of now, not of the last render: names are looked up meanwhile.
    const next = change(form.getValues()[name]);
    form.setValue(name, next as never);
    if (isSubmitted) void form.trigger("people");
  };
  return (
    <Card aria-label={t("newOne")}>
      <SchemaForm
        form={form}
        onValid={onReview}
        footer={<Button type="submit">{t("toReview")}</Button>}
      >
        <RadioCards
          name="audience"
          legend={t("audience")}
          value={draft.audience}
          onValueChange={(audience) =>
            set("audience", () => audience as BroadcastDraft["audience"])
          }
          options={[
            { value: "all", title: t("all"), description: t("allText") },
            { value: "users", title: t("users"), description: t("usersText") },
          ]}
        />
        {draft.audience === "users" ? (
          <RecipientPicker
            people={draft.people}
            onPeople={(change) => set("people", change)}
            text={draft.unpicked}
            onText={(change) => set("unpicked", change)}
            error={errors.people?.message}
          />
        ) : null}
        <FormText
          form={form}
          name="title"
          label={t("titleLabel")}
          aside={t("length", { length: draft.title.length, max: MAX_TITLE_LENGTH })}
          aria-required
          maxLength={MAX_TITLE_LENGTH}
        />
        <FormTextArea
          form={form}
          name="message"
          label={t("message")}
          hint={t("messageHint")}
          aside={t("length", { length: draft.message.length, max: MAX_BODY_LENGTH })}
          rows={5}
          aria-required
          maxLength={MAX_BODY_LENGTH}
        />
        <Banner tone="info">{t("noUrging")}</Banner>
      </SchemaForm>
    </Card>
  );
}
