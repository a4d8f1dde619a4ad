"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type FieldPath, useWatch } from "react-hook-form";
import { FormText } from "@/components/forms/form-fields";
import type { SchemaFormState } from "@/components/forms/use-schema-form";
import { Card } from "@/components/ui/display/card";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { Segmented } from "@/components/ui/segmented";
import { TITLE_MAX } from "@/lib/documents/types";
import { MarkdownArea } from "./markdown-area";

const DocumentPreview = lazyPart(() =>
  import("./document-preview").then((module) => module.default),
);

export type DocumentText = { title: string; content: string };

/** Title and text of a document with its preview: side by side, on phones one at a time. */
export function EditorFields<Draft extends DocumentText, Input>({
  form,
}: {
  form: Pick<SchemaFormState<Draft, Input>, "control">;
}) {
  const value = useWatch({ control: form.control }) as DocumentText;
  const t = useTranslations("staffDocuments.editor");
  const [view, setView] = useState<"write" | "preview">("write");
  return (
    <div className="space-y-4">
      <FormText
        form={form}
        name={"title" as FieldPath<Draft>}
        label={t("title")}
        aside={`${value.title.length}/${TITLE_MAX}`}
      />
      <div className="lg:hidden">
        <Segmented
          label={t("view")}
          value={view}
          onValueChange={setView}
          options={[
            { value: "write", label: t("write") },
            { value: "preview", label: t("preview") },
          ]}
        />
      </div>
      <div className="grid items-stretch gap-4 lg:grid-cols-2">
        <div className={clsx("min-w-0", view !== "write" && "max-lg:hidden")}>
          <MarkdownArea form={form} name={"content" as FieldPath<Draft>} />
        </div>
        <Card
          aria-label={t("preview")}
          tabIndex={0}
          className={clsx("max-h-[42rem] overflow-y-auto", view !== "preview" && "max-lg:hidden")}
        >
          {value.title === "" && value.content === "" ? (
            <p className="text-text-2">{t("previewEmpty")}</p>
          ) : (
            <>
              <p className="mb-3 font-semibold text-page [overflow-wrap:anywhere]">{value.title}</p>
              <DocumentPreview content={value.content} />
            </>
          )}
        </Card>
      </div>
    </div>
  );
}
