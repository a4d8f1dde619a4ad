"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { TextArea, TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { useSaveReply } from "@/lib/chat/canned-client";
import { MAX_REPLY_TITLE_LENGTH } from "@/lib/chat/canned-rules";
import type { CannedReplyDto } from "@/lib/chat/canned-schema";
import { isBlank, MAX_MESSAGE_LENGTH } from "@/lib/chat/rules";
import { useDecision } from "../payments/use-decision";

type Input = { title: string; text: string; updatedAt?: string };

/** Adds a saved reply, or changes one. */
export function CannedForm({
  reply,
  onDone,
}: {
  /** Null for a new one. */
  reply: CannedReplyDto | null;
  onDone: () => void;
}) {
  const t = useTranslations("staffChat");
  const form = useRef<HTMLFormElement>(null);
  const [title, setTitle] = useState(reply?.title ?? "");
  const [text, setText] = useState(reply?.text ?? "");
  const [tried, setTried] = useState(false);
  const save = useSaveReply();
  const decision = useDecision<Input, unknown>(
    ({ decision: input, key }) => save.mutateAsync({ id: reply?.id ?? null, input, key }),
    onDone,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isBlank(title) || isBlank(text)) return focusFirstError(form.current);
    void decision.decide({ title, text, ...(reply ? { updatedAt: reply.updatedAt } : {}) });
  };
  const problem = (value: string, key: "noTitle" | "noText") =>
    tried && isBlank(value) ? t(key) : undefined;
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      <h3 className="font-semibold text-section">{t(reply ? "changeReply" : "newReply")}</h3>
      <Field
        label={t("replyTitle")}
        hint={t("replyTitleHint")}
        error={problem(title, "noTitle") ?? decision.fieldError("title")}
      >
        <TextInput
          name="title"
          aria-required
          autoComplete="off"
          maxLength={MAX_REPLY_TITLE_LENGTH}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </Field>
      <Field label={t("replyText")} error={problem(text, "noText") ?? decision.fieldError("text")}>
        <TextArea
          name="text"
          rows={6}
          aria-required
          maxLength={MAX_MESSAGE_LENGTH}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <InlineError>{decision.message}</InlineError>
      <div className="flex gap-3">
        <Button variant="outline" onClick={() => !decision.pending && onDone()}>
          {t("back")}
        </Button>
        <Button type="submit" pending={decision.pending}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}
