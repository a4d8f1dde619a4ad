"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import { InlineError } from "@/components/ui/display/inline-error";
import { Listbox, useListbox } from "@/components/ui/listbox";
import { Dialog } from "@/components/ui/overlays/dialog";
import { messageOf } from "@/lib/platform/client/api";
import { useSearchEverything } from "@/lib/search/client";
import type { StaffRights } from "@/lib/sessions/permission-rules";
import { type Choice, useChoiceText } from "./choice-text";
import { placesFor } from "./places";

export interface SearchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  rights: StaffRights;
}

const TYPING_PAUSE_MS = 200;

/** What was typed, once it rests. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** Finds users, requests, trades, addresses, logins, pages and actions, and goes there. */
export function SearchDialog({ open, onOpenChange, rights }: SearchDialogProps) {
  const t = useTranslations("staff.search");
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title")}
      placement="popup"
      initialFocus={input}
    >
      <SearchBox input={input} rights={rights} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function SearchBox({
  input,
  rights,
  onDone,
}: {
  input: RefObject<HTMLInputElement | null>;
  rights: StaffRights;
  onDone: () => void;
}) {
  const t = useTranslations("staff.search");
  const router = useRouter();
  const [text, setText] = useState("");
  const asked = text.trim();
  const rested = useRested(asked);
  const found = useSearchEverything(rested);
  const { choiceOf, placeText } = useChoiceText();
  const wanted = asked.toLowerCase();
  const places = placesFor(rights)
    .map((place) => ({ ...placeText(place), href: place.href }))
    .filter(({ title }) => wanted !== "" && title.toLowerCase().includes(wanted));
  // While the answer to a longer text is under way, the last one stays and would lead somewhere else.
  const isAnswered = rested !== "" && rested === asked && !found.isPlaceholderData && !!found.data;
  const choices: Choice[] = [...places, ...(isAnswered ? found.data.map(choiceOf) : [])];
  const go = ({ href }: Choice) => {
    onDone();
    router.push(href);
  };
  const list = useListbox(choices, { onChoose: go, onClose: onDone });
  return (
    <div className="space-y-2">
      <Field label={t("label")} hint={t("hint")}>
        <TextInput
          {...list.controlProps}
          ref={input}
          role="combobox"
          aria-expanded={choices.length > 0}
          type="search"
          value={text}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => {
            setText(event.target.value);
            list.setActive(0);
          }}
          onKeyDown={list.onKeyDown}
        />
      </Field>
      <Listbox state={list} label={t("results")} itemKey={({ href, title }) => `${href} ${title}`}>
        {({ kind, title, detail }) => (
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="block font-medium">{title}</span>
              {detail ? <span className="block text-caption text-text-2">{detail}</span> : null}
            </span>
            <span className="ml-auto text-caption text-text-2">{kind}</span>
          </span>
        )}
      </Listbox>
      <p role="status" className="text-caption text-text-2">
        {isAnswered ? t("found", { count: choices.length }) : ""}
      </p>
      <InlineError>{found.isError ? messageOf(found.error) : null}</InlineError>
    </div>
  );
}
