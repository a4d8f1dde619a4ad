"use client";

import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  TextQuote,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { Field } from "@/components/forms/field";
import { type BoundTo, useBoundField } from "@/components/forms/form-fields";
import { TextArea } from "@/components/forms/text-input";
import { IconButton } from "@/components/ui/icon-button";
import { formatText, type TextFormat, textFormats } from "@/lib/documents/editing";

const ICONS: Record<TextFormat, LucideIcon> = {
  bold: Bold,
  italic: Italic,
  heading: Heading2,
  subheading: Heading3,
  bullets: List,
  numbers: ListOrdered,
  quote: TextQuote,
  link: Link2,
};
const SHORTCUTS: Record<string, TextFormat> = { b: "bold", i: "italic", k: "link" };

/** A plain field for Markdown with buttons for the usual marks. Ctrl or ⌘ with B, I and K work too. */
export function MarkdownArea<Draft extends FieldValues, Input>(bound: BoundTo<Draft, Input>) {
  const { field: control, error } = useBoundField(bound);
  const t = useTranslations("staffDocuments.editor");
  const area = useRef<HTMLTextAreaElement>(null);
  const apply = (format: TextFormat) => {
    const field = area.current;
    if (!field) return;
    const edit = formatText(field.value, field.selectionStart, field.selectionEnd, format);
    field.focus();
    field.setSelectionRange(edit.from, edit.to);
    const select = () => field.setSelectionRange(edit.selectFrom, edit.selectTo);
    // As if it was typed, so that the browser can undo it; at once, because the next key may follow at once.
    if (document.execCommand("insertText", false, edit.insert)) return select();
    // Without undo where that is not there.
    control.onChange(field.value.slice(0, edit.from) + edit.insert + field.value.slice(edit.to));
    requestAnimationFrame(select);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const format = SHORTCUTS[event.key.toLowerCase()];
    if (!format || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    apply(format);
  };
  return (
    <div className="min-w-0">
      <div role="toolbar" aria-label={t("toolbar")} className="flex flex-wrap">
        {textFormats.map((format) => {
          const Icon = ICONS[format];
          return (
            <IconButton
              key={format}
              label={t(`formats.${format}`)}
              title={t(`formats.${format}`)}
              onClick={() => apply(format)}
            >
              <Icon aria-hidden="true" />
            </IconButton>
          );
        })}
      </div>
      <Field label={t("content")} hint={t("contentHint")} error={error}>
        <TextArea
          {...control}
          ref={area}
          rows={24}
          className="font-mono text-body"
          onKeyDown={onKeyDown}
        />
      </Field>
    </div>
  );
}
