"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import { Card } from "@/components/ui/display/card";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { Segmented } from "@/components/ui/segmented";
import { MarkdownArea } from "./markdown-area";

const DocumentPreview = lazyPart(() =>
  import("./document-preview").then((module) => module.default),
);

const TITLE_MAX = 120;

export type DocumentText = { title: string; content: string };

export interface EditorFieldsProps {
  value: DocumentText;
  errors: Partial<Record<keyof DocumentText, string>>;
  onChange: (value: DocumentText) => void;
}

/** Title and text of a document with its preview: side by side, on phones one at a time. */
export function EditorFields({ value, errors, onChange }: EditorFieldsProps) {
  const t = useTranslations("staffDocuments.editor");
  const [view, setView] = useState<"write" | "preview">("write");
  return (
    <div className="space-y-4">
      <Field label={t("title")} error={errors.title} aside={`${value.title.length}/${TITLE_MAX}`}>
        <TextInput
          name="title"
          autoComplete="off"
          value={value.title}
          onChange={(event) => onChange({ ...value, title: event.target.value })}
        />
      </Field>
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
          <MarkdownArea
            value={value.content}
            error={errors.content}
            onChange={(content) => onChange({ ...value, content })}
          />
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
