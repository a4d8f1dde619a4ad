import { z } from "zod";
import { text } from "@/lib/platform/text";

/** An optional field, which many clients send as null where they leave it out. */
export const optionalOrNull = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

const WORDS = {
  true: true,
  "1": true,
  on: true,
  yes: true,
  false: false,
  "0": false,
  off: false,
  no: false,
};
type Word = keyof typeof WORDS;

/** Yes or no in a request that may be a form: forms have texts only, and every library writes its own. */
export const formFlag = z.union(
  [
    z.boolean(),
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(Object.keys(WORDS) as [Word, ...Word[]]))
      .transform((word) => WORDS[word]),
  ],
  text("errors.common.enterTrueOrFalse"),
);

const MAX_COUNT = 1_000_000;
const count = z.int().min(0).max(MAX_COUNT);

/** A whole number from 0 to a million in a request that may be a form. */
export const formCount = z.union(
  [
    count,
    z
      .string()
      .trim()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .pipe(count),
  ],
  text("errors.common.enterWholeNumberAtMost", { maxCount: MAX_COUNT }),
);
