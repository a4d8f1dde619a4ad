"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { readAmount } from "@/lib/platform/ui/amount-input";
import { type DrawnLine, isLinePrice, isTrend, MAX_LINES, parseLines } from "./line-rules";

/** A line as it is typed: a price, or two times of UTC with a price each. */
type Row = { id: string; typed: readonly string[] };

const minuteOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);

function rowOf(line: DrawnLine): Row {
  if (!isTrend(line)) return { id: line.id, typed: [line.price.toFixed(2)] };
  const ends = [line.from, line.to].flatMap(({ time, price }) => [
    minuteOf(time),
    price.toFixed(2),
  ]);
  return { id: line.id, typed: ends };
}

function readPrice(text: string): number | null {
  const reading = readAmount(text, 2);
  const price = reading.ok ? Number(reading.value) : Number.NaN;
  return isLinePrice(price) ? price : null;
}

function readTime(text: string): number | null {
  const ms = Date.parse(`${text}Z`);
  return Number.isNaN(ms) ? null : ms / 1000;
}

/** The line that is typed; null while it is none. */
function lineOf({ id, typed }: Row): DrawnLine | null {
  const [first = "", second = "", third = "", fourth = ""] = typed;
  const kept =
    typed.length === 1
      ? { id, price: readPrice(first) }
      : {
          id,
          from: { time: readTime(first), price: readPrice(second) },
          to: { time: readTime(third), price: readPrice(fourth) },
        };
  return parseLines([kept])[0] ?? null;
}

/** The newest price, and a stretch of the time that is in sight. */
export interface NewLine {
  price: number;
  fromTime: number;
  toTime: number;
}

export interface OwnLinesProps {
  lines: readonly DrawnLine[];
  onChange: (lines: readonly DrawnLine[]) => void;
  /** Where a new line begins; null while there is nothing to draw on. */
  startOf: () => NewLine | null;
}

/** The lines that somebody drew, as text: what dragging does, and adding and deleting. What is right takes effect at once. */
export function OwnLines({ lines, onChange, startOf }: OwnLinesProps) {
  const t = useTranslations("charts.lines");
  const heading = useRef<HTMLHeadingElement>(null);
  const [rows, setRows] = useState<readonly Row[]>(() => lines.map(rowOf));
  const set = (next: readonly Row[]) => {
    setRows(next);
    onChange(next.map(lineOf).filter((line) => line !== null));
  };
  const add = (lineOf: (start: NewLine) => DrawnLine) => {
    const start = startOf();
    if (start) set([...rows, rowOf(lineOf(start))]);
  };
  return (
    <section aria-labelledby="own-lines" className="space-y-3">
      <h3 ref={heading} id="own-lines" tabIndex={-1} className="font-semibold">
        {t("own")}
      </h3>
      {rows.length === 0 ? <p className="text-text-2">{t("none")}</p> : null}
      <ul className="space-y-4">
        {rows.map((row, index) => (
          <LineRow
            key={row.id}
            row={row}
            number={index + 1}
            onChange={(typed) =>
              set(rows.map((one) => (one.id === row.id ? { ...one, typed } : one)))
            }
            onRemove={() => {
              set(rows.filter(({ id }) => id !== row.id));
              heading.current?.focus();
            }}
          />
        ))}
      </ul>
      {rows.length >= MAX_LINES ? (
        <p className="text-text-2">{t("most", { count: MAX_LINES })}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            icon={<Plus aria-hidden="true" />}
            onClick={() => add(({ price }) => ({ id: crypto.randomUUID(), price }))}
          >
            {t("addLevel")}
          </Button>
          <Button
            variant="outline"
            icon={<Plus aria-hidden="true" />}
            onClick={() =>
              add(({ price, fromTime, toTime }) => ({
                id: crypto.randomUUID(),
                from: { time: fromTime, price },
                to: { time: toTime, price },
              }))
            }
          >
            {t("addTrend")}
          </Button>
        </div>
      )}
    </section>
  );
}

interface LineRowProps {
  row: Row;
  number: number;
  onChange: (typed: readonly string[]) => void;
  onRemove: () => void;
}

function LineRow({ row, number, onChange, onRemove }: LineRowProps) {
  const t = useTranslations("charts.lines");
  const { typed } = row;
  const isLevel = typed.length === 1;
  const labels = isLevel
    ? [t("price")]
    : [t("fromTime"), t("fromPrice"), t("toTime"), t("toPrice")];
  const name = t(isLevel ? "level" : "trend", { number });
  const isPrice = (index: number) => isLevel || index % 2 === 1;
  const isRight = (index: number) =>
    isPrice(index) ? readPrice(typed[index] ?? "") !== null : readTime(typed[index] ?? "") !== null;
  const isWhole = labels.every((_, index) => isRight(index));
  return (
    <li>
      <fieldset className="space-y-1">
        <legend className="sr-only">{name}</legend>
        <div className="flex items-center justify-between gap-3">
          <p aria-hidden="true" className="font-semibold">
            {name}
          </p>
          <IconButton label={t("delete", { name })} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3">
          {labels.map((label, index) => (
            <Field
              key={label}
              label={label}
              error={isRight(index) ? undefined : t(isPrice(index) ? "wrongPrice" : "wrongTime")}
            >
              <TextInput
                type={isPrice(index) ? "text" : "datetime-local"}
                inputMode={isPrice(index) ? "decimal" : undefined}
                autoComplete="off"
                value={typed[index]}
                onChange={({ target }) => onChange(typed.with(index, target.value))}
              />
            </Field>
          ))}
        </div>
        {isWhole && lineOf(row) === null ? (
          <p role="alert" className="text-down">
            {t("sameTime")}
          </p>
        ) : null}
      </fieldset>
    </li>
  );
}
