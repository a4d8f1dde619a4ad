"use client";

import { Search, SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { Select, TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { cleanAmount, visibleText } from "@/lib/platform/money/typed-amount";
import type { ListUrl } from "./use-list-url";

const TYPING_PAUSE_MS = 350;
const AMOUNT = /^\d{1,12}(\.\d{1,8})?$/;

/** The filters above a list. */
export function ListFilters({ children }: { children: ReactNode }) {
  const t = useTranslations("staff.list");
  return (
    <search aria-label={t("filters")} className="flex flex-wrap items-end gap-2">
      {children}
    </search>
  );
}

/**
 * A box that is typed into and belongs to the address: what is half typed stands only in the box. It follows an
 * address that changes by a link, but never takes anything from a person who is typing.
 * @param isComplete whether a text may go into the address
 */
function useFilterBox(
  url: ListUrl,
  name: string,
  isComplete = (_text: string) => true,
  clean = visibleText,
) {
  const value = url.filters[name] ?? "";
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(url);
  useEffect(() => {
    latest.current = url;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const shown = useRef(value);
  useEffect(() => {
    // Not at first: it shows that already, or what was typed before the scripts came.
    const isNews = shown.current !== value;
    shown.current = value;
    if (!isNews || !input.current || input.current === document.activeElement) return;
    input.current.value = value;
  }, [value]);
  /** @returns whether the text may go into the address */
  const commit = () => {
    clearTimeout(timer.current);
    const text = clean(input.current?.value ?? "");
    if (!isComplete(text)) return false;
    if (text !== (latest.current.filters[name] ?? "")) latest.current.change({ [name]: text });
    return true;
  };
  const commitSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(commit, TYPING_PAUSE_MS);
  };
  return { value, input, commit, commitSoon };
}

/** Searches while typing, after a short pause, and at once with Enter. */
export function SearchFilter({
  url,
  label,
  name = "search",
}: {
  url: ListUrl;
  label: string;
  name?: string;
}) {
  const { value, input, commit, commitSoon } = useFilterBox(url, name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    commit();
  };
  return (
    <form onSubmit={submit} className="w-full sm:w-72">
      <Field label={label} hideLabel>
        <TextInput
          ref={input}
          type="search"
          name={name}
          defaultValue={value}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="search"
          start={<Search aria-hidden="true" className="size-4" />}
          onChange={commitSoon}
        />
      </Field>
    </form>
  );
}

/** One filter with a few known values; its first option is "all". */
export function SelectFilter({
  url,
  name,
  label,
  all,
  options,
}: {
  url: ListUrl;
  name: string;
  label: string;
  all: string;
  options: { value: string; label: string }[];
}) {
  const value = url.filters[name] ?? "";
  const isKnown = value === "" || options.some((option) => option.value === value);
  return (
    <Field label={label} hideLabel>
      <Select value={value} onChange={(event) => url.change({ [name]: event.target.value })}>
        <option value="">{all}</option>
        {isKnown ? null : <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** A browser gives each digit of a year that is being typed as a year of its own: 0002, 0020, 0202, 2026, 20261. */
const isDay = (text: string) => /^([1-9]\d{3}-.*)?$/.test(text);

/** One end of a period, a day in UTC. */
export function DayFilter({ url, name, label }: { url: ListUrl; name: string; label: string }) {
  const { value, input, commit, commitSoon } = useFilterBox(url, name, isDay);
  return (
    <Field label={label}>
      <TextInput
        ref={input}
        type="date"
        defaultValue={value}
        onChange={commitSoon}
        onBlur={commit}
      />
    </Field>
  );
}

const isAmount = (text: string) => text === "" || AMOUNT.test(text);

/** One limit of an amount. It counts once it is complete: with Enter, or when the box is left. */
export function AmountFilter({ url, name, label }: { url: ListUrl; name: string; label: string }) {
  const { value, input, commit } = useFilterBox(url, name, isAmount, cleanAmount);
  const t = useTranslations("staffDesk.filters");
  const [isWrong, setWrong] = useState(false);
  const check = () => setWrong(!commit());
  return (
    <Field label={label} error={isWrong ? t("wrongAmount") : undefined}>
      <TextInput
        ref={input}
        inputMode="decimal"
        autoComplete="off"
        maxLength={21}
        className="sm:w-32"
        defaultValue={value}
        onBlur={check}
        onKeyDown={(event) => {
          if (event.key === "Enter") check();
        }}
      />
    </Field>
  );
}

/** Filters that are rarely needed: closed until one of them is set. */
export function MoreFilters({
  url,
  names,
  children,
}: {
  url: ListUrl;
  names: readonly string[];
  children: ReactNode;
}) {
  const t = useTranslations("staffDesk.filters");
  const count = names.filter((name) => url.filters[name]).length;
  const [open, setOpen] = useState(count > 0);
  return (
    <>
      <Button
        variant="outline"
        icon={<SlidersHorizontal aria-hidden="true" />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {count > 0 ? t("moreSet", { count }) : t("more")}
      </Button>
      {open ? <div className="flex w-full flex-wrap items-end gap-2">{children}</div> : null}
    </>
  );
}
