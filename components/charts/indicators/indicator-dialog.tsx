"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Switch } from "@/components/ui/switch";
import type { ChartChoices } from "../chart-choices";
import {
  areParams,
  firstChoice,
  type IndicatorChoice,
  type IndicatorKind,
  indicatorKinds,
  indicatorNames,
  keyOf,
  MAX_INDICATORS,
} from "./indicator-rules";

/** An indicator as it is typed. */
type Row = { id: number; kind: IndicatorKind; typed: readonly string[] };

const WHOLE = /^\d{1,3}$/;

/** The parameters that are typed; null while they are none, or those of a row above. */
function choicesOf(rows: readonly Row[]): (IndicatorChoice | null)[] {
  const seen = new Set<string>();
  return rows.map(({ kind, typed }) => {
    const params = typed.map((text) => (WHOLE.test(text.trim()) ? Number(text) : Number.NaN));
    const choice = { kind, params };
    if (!areParams(kind, params) || seen.has(keyOf(choice))) return null;
    seen.add(keyOf(choice));
    return choice;
  });
}

export interface IndicatorDialogProps {
  open: boolean;
  onClose: () => void;
  choices: ChartChoices;
  onChange: (changes: Partial<ChartChoices>) => void;
}

/** The indicators of a chart: which ones, and their parameters. What is right takes effect at once. */
export function IndicatorDialog({ open, onClose, choices, onChange }: IndicatorDialogProps) {
  const t = useTranslations("charts");
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="sheet"
      title={t("indicatorsTitle")}
      description={t("indicatorsText")}
    >
      <div className="space-y-5">
        <div>
          <Switch
            label={t("showVolume")}
            checked={choices.hasVolume}
            onCheckedChange={(hasVolume) => onChange({ hasVolume })}
          />
          <p className="text-caption text-text-2">{t("volumeText")}</p>
        </div>
        <Rows start={choices.indicators} onChange={(indicators) => onChange({ indicators })} />
      </div>
    </Dialog>
  );
}

interface RowsProps {
  start: readonly IndicatorChoice[];
  onChange: (indicators: readonly IndicatorChoice[]) => void;
}

function Rows({ start, onChange }: RowsProps) {
  const t = useTranslations("charts");
  const heading = useRef<HTMLHeadingElement>(null);
  const nextId = useRef(start.length);
  const [rows, setRows] = useState<readonly Row[]>(() =>
    start.map(({ kind, params }, id) => ({ id, kind, typed: params.map(String) })),
  );
  const set = (next: readonly Row[]) => {
    setRows(next);
    onChange(choicesOf(next).filter((choice) => choice !== null));
  };
  const read = choicesOf(rows);
  const add = (kind: IndicatorKind) => {
    nextId.current += 1;
    set([...rows, { id: nextId.current, kind, typed: firstChoice(kind).params.map(String) }]);
  };
  return (
    <section aria-labelledby="shown-indicators" className="space-y-3">
      <h3 ref={heading} id="shown-indicators" tabIndex={-1} className="font-semibold">
        {t("shown")}
      </h3>
      {rows.length === 0 ? <p className="text-text-2">{t("none")}</p> : null}
      <ul className="space-y-4">
        {rows.map((row, index) => (
          <IndicatorRow
            key={row.id}
            row={row}
            isDrawn={read[index] !== null}
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
      {rows.length >= MAX_INDICATORS ? (
        <p className="text-text-2">{t("most", { count: MAX_INDICATORS })}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {indicatorNames.map((kind) => (
            <Button
              key={kind}
              variant="outline"
              icon={<Plus aria-hidden="true" />}
              aria-label={t("add", { name: t(`indicators.${kind}`) })}
              onClick={() => add(kind)}
            >
              {t(`indicators.${kind}`)}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

interface IndicatorRowProps {
  row: Row;
  /** What is typed can be drawn. */
  isDrawn: boolean;
  onChange: (typed: readonly string[]) => void;
  onRemove: () => void;
}

function IndicatorRow({ row, isDrawn, onChange, onRemove }: IndicatorRowProps) {
  const t = useTranslations("charts");
  const { kind, typed } = row;
  const rules = indicatorKinds[kind].params;
  const isWithin = (text: string, { min, max }: { min: number; max: number }) =>
    WHOLE.test(text.trim()) && Number(text) >= min && Number(text) <= max;
  const areWithin = rules.every((rule, index) => isWithin(typed[index] ?? "", rule));
  const name = t(`indicators.${kind}`);
  return (
    <li>
      <fieldset className="space-y-1">
        <legend className="sr-only">{name}</legend>
        <div className="flex items-center justify-between gap-3">
          <p aria-hidden="true" className="font-semibold">
            {name}
          </p>
          <IconButton label={t("remove", { name: [name, ...typed].join(" ") })} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-3">
          {rules.map((rule, index) => (
            <Field
              key={rule.name}
              label={t(`params.${rule.name}`)}
              error={isWithin(typed[index] ?? "", rule) ? undefined : t("whole", rule)}
            >
              <TextInput
                inputMode="numeric"
                autoComplete="off"
                value={typed[index]}
                onChange={({ target }) => onChange(typed.with(index, target.value))}
              />
            </Field>
          ))}
        </div>
        {areWithin && !isDrawn ? (
          <p role="alert" className="text-down">
            {t(kind === "macd" && Number(typed[0]) >= Number(typed[1]) ? "fastBelowSlow" : "twice")}
          </p>
        ) : null}
      </fieldset>
    </li>
  );
}
