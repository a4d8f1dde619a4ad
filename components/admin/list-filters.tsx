"use client";

import { Search, SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { Select, TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
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
  const value = url.filters[name] ?? "";
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(url);
  useEffect(() => {
    latest.current = url;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may change by a link: the box follows it, but never a person who is typing.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value;
  }, [value]);
  const search = () => {
    clearTimeout(timer.current);
    const text = input.current?.value.trim() ?? "";
    if (text !== (latest.current.filters[name] ?? "")) latest.current.change({ [name]: text });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
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
          onChange={() => {
            clearTimeout(timer.current);
            timer.current = setTimeout(search, TYPING_PAUSE_MS);
          }}
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

/** One end of a period, a day in UTC. */
export function DayFilter({ url, name, label }: { url: ListUrl; name: string; label: string }) {
  return (
    <Field label={label}>
      <TextInput
        type="date"
        value={url.filters[name] ?? ""}
        onChange={(event) => url.change({ [name]: event.target.value })}
      />
    </Field>
  );
}

/** One limit of an amount. It counts once it is complete: with Enter, or when the box is left. */
export function AmountFilter({ url, name, label }: { url: ListUrl; name: string; label: string }) {
  const value = url.filters[name] ?? "";
  const t = useTranslations("staffDesk.filters");
  const [isWrong, setWrong] = useState(false);
  const use = (given: string) => {
    const text = given.trim();
    const isAmount = text === "" || AMOUNT.test(text);
    setWrong(!isAmount);
    if (isAmount && text !== value) url.change({ [name]: text });
  };
  return (
    <Field label={label} error={isWrong ? t("wrongAmount") : undefined}>
      <TextInput
        key={value}
        inputMode="decimal"
        autoComplete="off"
        maxLength={21}
        className="sm:w-32"
        defaultValue={value}
        onBlur={(event) => use(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") use(event.currentTarget.value);
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
