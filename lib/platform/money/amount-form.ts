import { z } from "zod";
import { text } from "@/lib/platform/text";

/** What stands where a request names no amount, or a number: money travels as text, which nothing rounds. */
export const amountError = ({ input }: { input?: unknown }): string =>
  typeof input === "number"
    ? text("errors.common.sendAmountAsTextSuchAs")
    : text("errors.common.enterAmount");

const amountForm = [
  z.regex(/^\d+(\.\d{1,6})?$/, {
    error: text("errors.common.enterAmountSuchAs10Or"),
    abort: true,
  }),
  z.regex(/^\d{1,9}(\.|$)/, text("errors.common.thisAmountTooLarge")),
] as const;

/** How requests write an amount: at most 9 digits before the point and 6 after it. */
export const amountText = z
  .string({ error: amountError })
  .trim()
  .check(...amountForm);
