"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/forms/field";
import { Select } from "@/components/forms/text-input";
import { createStoredWord } from "@/components/ui/choices/stored-flag";
import { tolerances, USUAL_TOLERANCE } from "@/lib/market/position-rules";
import { formatRate } from "@/lib/platform/ui/format";

const choice = createStoredWord("price-tolerance", tolerances, USUAL_TOLERANCE);

/** How far the price may move against the user between review and fill, as this device remembers it. */
export const useTolerance = choice.useValue;

/** Lets the user choose how far the price may move until an order is not filled. */
export function ToleranceField() {
  const t = useTranslations("market.tolerance");
  const tolerance = useTolerance();
  return (
    <Field label={t("label")} hint={t("hint")}>
      <Select
        value={tolerance}
        onChange={({ target }) => choice.set(tolerances.find((one) => one === target.value)!)}
      >
        {tolerances.map((one) => (
          <option key={one} value={one}>
            {one === USUAL_TOLERANCE ? t("usual", { rate: formatRate(one) }) : formatRate(one)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
