import { z } from "zod";
import { text } from "@/lib/platform/text";

export const themes = ["system", "dark", "light"] as const;
export const timesChoices = ["local", "utc"] as const;
export const colourModes = ["default", "blue-orange"] as const;

/** How the site looks to a person. */
export const preferencesSchema = z.object({
  theme: z.enum(themes),
  colourMode: z.enum(colourModes),
  hideBalances: z.boolean(),
  times: z.enum(timesChoices).describe("In the zone of the device, or in UTC."),
  language: z
    .string()
    .max(35)
    .describe("Of pages, mails and notifications: en, de or es. English before a choice."),
});
export type Preferences = z.output<typeof preferencesSchema>;
/** What a device shows at once, without loading the page anew. */
export type Looks = Omit<Preferences, "language">;
export const preferencesResponseSchema = z.object({ preferences: preferencesSchema });

/** PUT /api/user/preferences: what is absent stays. */
export const updatePreferencesSchema = preferencesSchema
  .partial()
  .strict()
  .refine((value) => Object.keys(value).length > 0, text("errors.accounts.nothingChange"));
