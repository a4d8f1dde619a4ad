import { z } from "zod";

/** What stands where a request names no amount, or a number: money travels as text, which nothing rounds. */
export const amountError = ({ input }: { input?: unknown }): string =>
  typeof input === "number" ? 'Send the amount as text, such as "10.50"' : "Please enter an amount";

const amountForm = [
  z.regex(/^\d+(\.\d{1,6})?$/, {
    error: "Enter an amount such as 10 or 12.50, with at most 6 decimals",
    abort: true,
  }),
  z.regex(/^\d{1,9}(\.|$)/, "This amount is too large"),
] as const;

/** How requests write an amount: at most 9 digits before the point and 6 after it. */
export const amountText = z
  .string({ error: amountError })
  .trim()
  .check(...amountForm);
