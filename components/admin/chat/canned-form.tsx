"use client";

import { useTranslations } from "next-intl";
import { FormText, FormTextArea } from "@/components/forms/form-fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { useSaveReply } from "@/lib/chat/canned/client";
import { MAX_REPLY_TITLE_LENGTH, VARIABLE_NAMES } from "@/lib/chat/canned/rules";
import type { CannedReplyDto, CannedReplyInput } from "@/lib/chat/canned/schema";
import { MAX_MESSAGE_LENGTH } from "@/lib/chat/rules";
import { useDecision } from "../payments/use-decision";

type Input = CannedReplyInput & { updatedAt?: string };

const loadSchema = () =>
  import("@/lib/chat/canned/schema").then((module) => module.createReplySchema);

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
  const form = useSchemaForm<CannedReplyInput, CannedReplyInput>({
    start: { title: reply?.title ?? "", text: reply?.text ?? "" },
    loadSchema,
  });
  const save = useSaveReply();
  const decision = useDecision<Input, unknown>(
    ({ decision: input, key }) => save.mutateAsync({ id: reply?.id ?? null, input, key }),
    onDone,
  );
  return (
    <SchemaForm
      form={form}
      error={decision.message}
      onValid={(input) =>
        decision.decide({ ...input, ...(reply ? { updatedAt: reply.updatedAt } : {}) })
      }
    >
      <h3 className="font-semibold text-section">{t(reply ? "changeReply" : "newReply")}</h3>
      <FormText
        form={form}
        name="title"
        label={t("replyTitle")}
        hint={t("replyTitleHint")}
        aria-required
        maxLength={MAX_REPLY_TITLE_LENGTH}
      />
      <FormTextArea
        form={form}
        name="text"
        label={t("replyText")}
        hint={t("replyVariables", { variables: VARIABLE_NAMES })}
        rows={6}
        aria-required
        maxLength={MAX_MESSAGE_LENGTH}
      />
      <div className="flex gap-3">
        <Button variant="outline" onClick={() => !decision.pending && onDone()}>
          {t("back")}
        </Button>
        <Button type="submit" pending={decision.pending}>
          {t("save")}
        </Button>
      </div>
    </SchemaForm>
  );
}
