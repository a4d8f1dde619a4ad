import { z } from "zod";

/** How requests write an amount: at most 9 digits before the point and 6 after it. For `.check(...amountForm)`. */
export const amountForm = [
  z.regex(/^\d+(\.\d{1,6})?$/, {
    error: "Enter an amount such as 10 or 12.50, with at most 6 decimals",
    abort: true,
  }),
  z.regex(/^\d{1,9}(\.|$)/, "This amount is too large"),
] as const;
