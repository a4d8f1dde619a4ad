import { z } from "zod";
import { text } from "@/lib/platform/text";
import { cleanAmount, commaReadings, splitCode, withOneCode } from "./typed-amount";

/** What stands where a request names no amount, or a number: money travels as text, which nothing rounds. */
export const amountError = ({ input }: { input?: unknown }): string =>
  typeof input === "number"
    ? text("errors.common.sendAmountAsTextSuchAs")
    : text("errors.common.enterAmount");

/** What is said of an amount that is refused for its comma; null of any other. */
function commaText(cleaned: string): string | null {
  const readings = commaReadings(cleaned);
  if (readings === null) return null;
  const { whole, decimal } = readings;
  return whole === undefined
    ? text("errors.common.writeDecimalsAfterPoint", { decimal })
    : text("errors.common.commaCouldBeEither", { typed: cleaned, whole, decimal });
}

/**
 * Typed text that is read as an amount: cleaned of what people paste with it, refused where its comma leaves a doubt.
 * @param form what the number has to look like
 * @param formText what is said where it does not
 * @param code the currency that may stand beside it, where the schema knows it
 * @param codes those that may where it does not: the output has the one that does, for `splitCode`
 */
export function typedAmountText(
  form: RegExp,
  formText: string,
  { code, codes = [], error = amountError }: TypedAmountOptions = {},
) {
  return z
    .string({ error })
    .overwrite((typed) => withOneCode(typed, codes) ?? cleanAmount(typed, code))
    .superRefine((cleaned, context) => {
      const { number } = splitCode(cleaned, codes);
      if (form.test(number)) return;
      const message = commaText(number) ?? formText;
      context.addIssue({ code: "custom", message, continue: false });
    });
}

type TypedAmountOptions = {
  code?: string;
  codes?: readonly string[];
  error?: string | typeof amountError;
};

/** How requests write a price in USDT. */
export const priceTextIn = (formText: string) =>
  typedAmountText(/^\d{1,9}(\.\d{1,8})?$/, formText, { code: "USDT", error: formText });

const AMOUNT = /^\d+(\.\d{1,6})?$/;

/** How requests write an amount of this currency: at most 9 digits before the point and 6 after it. */
export const amountTextIn = (code?: string) =>
  typedAmountText(AMOUNT, text("errors.common.enterAmountSuchAs10Or"), { code }).regex(
    /^\d{1,9}(\.|$)/,
    text("errors.common.thisAmountTooLarge"),
  );

/** How requests write an amount whose currency the schema does not know. */
export const amountText = amountTextIn();
