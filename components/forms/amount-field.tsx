"use client";

import { useTranslations } from "next-intl";
import {
  type ChangeEvent,
  type ComponentProps,
  Fragment,
  type ReactNode,
  useId,
  useRef,
  useState,
} from "react";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { cleanAmount, commaReadings, pointReadings } from "@/lib/platform/money/typed-amount";
import {
  type AmountProblem,
  fillableAmount,
  readAmount,
  withoutUnit,
} from "@/lib/platform/ui/amount-input";
import { formatAmount } from "@/lib/platform/ui/format";
import { Field } from "./field";
import { joinRefs } from "./join-refs";
import { TextInput } from "./text-input";

export interface AmountFieldProps
  extends Omit<ComponentProps<"input">, "type" | "inputMode" | "min" | "max" | "step"> {
  label: ReactNode;
  /** Currency inside the field and in the limits. */
  unit: string;
  /** Replaces the unit inside the field, e.g. with a button that swaps units. */
  unitSlot?: ReactNode;
  /** Most fraction digits; by default those of the site's own amounts. */
  decimals?: number;
  /** Decimal strings in `unit`; each one given is stated under the field, `available` unless amounts are hidden. */
  available?: string | null;
  min?: string | number;
  max?: string | number;
  /** Offer a Max button that fills in `available`, at most `max`. For withdraw and storage, never for options. */
  showMax?: boolean;
  /** What Max fills in, when it is not the available balance. */
  maxValue?: string;
  /** Replaces the sentence about limits. */
  hint?: ReactNode;
  error?: ReactNode;
  /** What is wrong with the amount; goes before `error`. */
  problem?: AmountProblem | null;
  /** This form's own words for it. Those for an amount below the minimum are also said of zero. */
  problemTexts?: Partial<Record<AmountProblem, string>>;
  /** The text as typed, and the canonical decimal string or null when it is not an amount. */
  onValueChange?: (text: string, value: string | null) => void;
}

/** Problems of the text itself, whatever the limits are. */
const ABOUT_TEXT: readonly AmountProblem[] = [
  "either",
  "comma",
  "point",
  "format",
  "tooLarge",
  "decimals",
];

/** Writes into an input as if typed, so that React and react-hook-form both notice. */
function typeInto(input: HTMLInputElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  setter?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** "Available 120.55 USDT · Min 10.00 USDT" */
function joined(parts: ReactNode[]): ReactNode {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
    <Fragment key={index}>
      {index > 0 ? " · " : null}
      {part}
    </Fragment>
  ));
}

/**
 * An amount of money as typed text. A comma or point that leaves a doubt is refused with its reason, on leaving the
 * field and then while typing; it is never removed. Limits are stated before any error.
 */
export function AmountField({
  label,
  unit,
  unitSlot,
  decimals = MICRO_DECIMALS,
  available,
  min,
  max,
  showMax = false,
  maxValue,
  hint,
  error,
  problem,
  problemTexts = {},
  onValueChange,
  onChange,
  onBlur,
  ref,
  ...rest
}: AmountFieldProps) {
  const t = useTranslations("ui.amount");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [judged, setJudged] = useState<{ text: string; problem: AmountProblem } | null>(null);

  const judge = (text: string) => {
    const reading = readAmount(text, decimals);
    const isAbout = !reading.ok && ABOUT_TEXT.includes(reading.problem);
    setJudged(isAbout ? { text, problem: reading.problem } : null);
  };
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value;
    const reading = readAmount(text, decimals);
    if (judged) judge(text);
    onChange?.(event);
    onValueChange?.(text, reading.ok ? reading.value : null);
  };
  const fillMax = () => {
    const value = maxValue ?? available;
    if (value == null || !input.current) return;
    typeInto(input.current, fillableAmount(value));
    setJudged(null);
    input.current.focus();
  };

  /** Leaves out the field's own currency, which people paste with the amount. @returns the text as it stands then */
  const settle = (element: HTMLInputElement): string => {
    const plain = withoutUnit(element.value, unit);
    if (plain !== null) typeInto(element, plain);
    return element.value;
  };

  const problemText = (problem: AmountProblem, typed = String(rest.value ?? "")) => {
    const seen = cleanAmount(typed);
    const { whole = "", decimal = "" } = commaReadings(seen) ?? pointReadings(seen) ?? {};
    return (
      problemTexts[problem] ??
      (problem === "zero" ? problemTexts.belowMin : undefined) ??
      t(`problems.${problem}`, { decimals, typed: seen, whole, decimal })
    );
  };
  const limits: ReactNode[] = [
    available === undefined
      ? ""
      : t.rich("available", {
          amount: () => <HideableAmount value={available} currency={unit} />,
        }),
    min === undefined ? "" : t("min", { amount: formatAmount(String(min), unit, { exact: true }) }),
    max === undefined ? "" : t("max", { amount: formatAmount(String(max), unit) }),
  ].filter(Boolean);

  return (
    <Field
      id={rest.id ?? id}
      label={label}
      // Whoever holds the text may have changed it.
      error={
        judged && (rest.value === undefined || rest.value === judged.text)
          ? problemText(judged.problem, judged.text)
          : problem
            ? problemText(problem)
            : error
      }
      hint={hint ?? (limits.length > 0 ? joined(limits) : undefined)}
    >
      <TextInput
        {...rest}
        id={undefined}
        ref={joinRefs(input, ref)}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        onChange={change}
        onKeyDown={(event) => {
          if (event.key === "Enter") settle(event.currentTarget);
          rest.onKeyDown?.(event);
        }}
        onBlur={(event) => {
          judge(settle(event.target));
          onBlur?.(event);
        }}
        end={
          <span className="flex items-center gap-2">
            {showMax ? (
              <button
                type="button"
                className="-my-2 min-h-target min-w-target font-semibold text-body text-gold-text"
                onClick={fillMax}
              >
                {t("maxButton")}
              </button>
            ) : null}
            {unitSlot ?? <span className="text-body">{unit}</span>}
          </span>
        }
      />
    </Field>
  );
}
