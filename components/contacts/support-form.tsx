"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormText, FormTextArea } from "@/components/forms/form-fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { MAX_MESSAGE_LENGTH } from "@/lib/chat/rules";
import { writeToSupport } from "@/lib/chat/visitor-client";
import { MAX_VISITOR_NAME_LENGTH } from "@/lib/chat/visitor-rules";
import type { VisitorMessage } from "@/lib/chat/visitor-schema";
import { useRequestKey } from "@/lib/platform/client/request-key";

const loadSchema = () =>
  import("@/lib/chat/visitor-schema").then((module) => module.visitorMessageSchema);

type Draft = Record<keyof VisitorMessage, string>;

/** Writes to support without an account. */
export function SupportForm({ reference }: { reference: string }) {
  const t = useTranslations("visitor");
  const start = { name: "", email: "", message: "", reference, homepage: "" };
  const form = useSchemaForm<Draft, VisitorMessage>({ start, loadSchema });
  const request = useRequestKey();
  const [sent, setSent] = useState<{ email: string; reference: string } | null>(null);

  async function send(input: VisitorMessage): Promise<unknown> {
    setSent(null);
    try {
      const answer = await request.sent(JSON.stringify(input), (key) => writeToSupport(input, key));
      setSent({ email: input.email, reference: answer.reference });
      form.reset({ ...start, name: input.name, email: input.email, reference: answer.reference });
      return null;
    } catch (failure) {
      return failure;
    }
  }

  const { isSubmitting } = form.formState;
  return (
    <SchemaForm
      form={form}
      onValid={send}
      footer={
        <Button type="submit" wide pending={isSubmitting}>
          {t("submit")}
        </Button>
      }
    >
      <p className="text-text-2">{t("text")}</p>
      <div role="status" className="empty:hidden">
        {sent ? <Banner tone="success">{t("sent", sent)}</Banner> : null}
      </div>
      <FormText
        form={form}
        name="name"
        label={t("name")}
        autoComplete="name"
        aria-required
        maxLength={MAX_VISITOR_NAME_LENGTH}
      />
      <FormText
        form={form}
        name="email"
        type="email"
        label={t("email")}
        hint={t("emailHint")}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        aria-required
      />
      <FormTextArea
        form={form}
        name="message"
        label={t("message")}
        hint={t("messageHint")}
        rows={6}
        aria-required
        maxLength={MAX_MESSAGE_LENGTH}
      />
      <FormText
        form={form}
        name="reference"
        label={t("reference")}
        hint={t("referenceHint")}
        maxLength={40}
      />
      {/* Only machines see it and fill it in. */}
      <div aria-hidden="true" hidden>
        <input {...form.register("homepage")} type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </SchemaForm>
  );
}
