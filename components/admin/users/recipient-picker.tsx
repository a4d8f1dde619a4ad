"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { Field } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import { Listbox, useListbox } from "@/components/ui/listbox";
import { useFindRecipients, useRecipientSearch } from "@/lib/notifications/broadcast-client";
import { MAX_PICKED, usernamesIn } from "@/lib/notifications/broadcast-rules";
import type { RecipientDto } from "@/lib/notifications/broadcast-schema";
import { messageOf } from "@/lib/platform/client/api";

export interface RecipientPickerProps {
  people: readonly RecipientDto[];
  onPeople: (change: (people: RecipientDto[]) => RecipientDto[]) => void;
  /** What is typed and not picked yet. */
  text: string;
  onText: (change: (text: string) => string) => void;
  error: string | undefined;
}

/** What the names that were looked up did not bring, until something else is typed. */
type Lost = { unknown: string[]; failure: Error | null };
const NOTHING_LOST: Lost = { unknown: [], failure: null };

/** Picks people by name, one after the other or by a pasted list. */
export function RecipientPicker(props: RecipientPickerProps) {
  const { people, onPeople, text, onText, error } = props;
  const t = useTranslations("staffNotifications");
  // Several names are looked up as they are, and complete nothing.
  const search = usernamesIn(text).length > 1 ? "" : text.trim();
  const found = useRecipientSearch(search);
  const { mutateAsync: find } = useFindRecipients();
  const [lost, setLost] = useState(NOTHING_LOST);
  const picked = new Set(people.map(({ id }) => id));
  // While the answer to a longer text is under way, the last one stays and would choose somebody else.
  const isAnswered = search !== "" && !found.isPlaceholderData && found.data !== undefined;
  const suggestions = isAnswered ? found.data.filter(({ id }) => !picked.has(id)) : [];

  const setText = (next: string) => onText(() => next);
  const add = (more: readonly RecipientDto[]) => {
    onPeople((old) => [
      ...new Map([...old, ...more].map((person) => [person.id, person])).values(),
    ]);
  };
  const list = useListbox(suggestions, {
    onChoose: (person) => {
      add([person]);
      setText("");
    },
    onClose: () => setText(""),
  });
  const addNames = (names: string[]) => {
    setLost((old) => ({ ...old, failure: null }));
    return find(names).then(
      ({ users, unknown }) => {
        add(users);
        setLost((old) => ({ ...old, unknown: [...old.unknown, ...unknown] }));
      },
      (failure: Error) => {
        onText((newer) => usernamesIn([...names, newer].join(" ")).join(", "));
        setLost((old) => ({ ...old, failure }));
      },
    );
  };
  const onPaste = (event: ClipboardEvent) => {
    const names = usernamesIn(event.clipboardData.getData("text"));
    if (names.length < 2) return;
    event.preventDefault();
    void addNames(names);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (list.onKeyDown(event)) return;
    if (event.key !== "Enter") return;
    // Enter in this field never sends the form.
    event.preventDefault();
    const names = usernamesIn(text);
    if (names.length === 0) return;
    void addNames(names);
    setText("");
  };
  const { unknown, failure } = lost;
  const problem =
    people.length > MAX_PICKED
      ? t("tooMany", { count: people.length - MAX_PICKED })
      : unknown.length > 0
        ? t("unknownNames", { count: unknown.length, names: unknown.slice(0, 10).join(", ") })
        : failure && messageOf(failure);
  return (
    <div className="space-y-2">
      <div className="relative">
        <Field label={t("people")} hint={t("peopleHint")} error={error ?? problem ?? undefined}>
          <TextInput
            {...list.controlProps}
            role="combobox"
            aria-expanded={suggestions.length > 0}
            name="people"
            value={text}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value);
              list.setActive(0);
              setLost(NOTHING_LOST);
            }}
            onPaste={onPaste}
            onKeyDown={onKeyDown}
          />
        </Field>
        <Listbox
          state={list}
          label={t("suggestions")}
          itemKey={({ id }) => id}
          className="absolute inset-x-0 top-[4.25rem] z-10"
        >
          {({ username }) => username}
        </Listbox>
        <p role="status" className="sr-only">
          {isAnswered ? t("found", { count: suggestions.length }) : ""}
        </p>
      </div>
      <Picked people={people} onPeople={onPeople} />
    </div>
  );
}

function Picked({ people, onPeople }: Pick<RecipientPickerProps, "people" | "onPeople">) {
  const t = useTranslations("staffNotifications");
  if (people.length === 0) return null;
  return (
    <ul
      aria-label={t("picked", { count: people.length })}
      className="flex max-h-40 flex-wrap gap-2 overflow-y-auto"
    >
      {people.map(({ id, username }) => (
        <li key={id}>
          <button
            type="button"
            aria-label={t("remove", { username })}
            className="inline-flex min-h-target items-center gap-1.5 rounded-full border border-control px-3 hover:bg-surface-2"
            onClick={() => onPeople((old) => old.filter((person) => person.id !== id))}
          >
            {username}
            <X aria-hidden="true" className="size-4 text-text-2" />
          </button>
        </li>
      ))}
    </ul>
  );
}
