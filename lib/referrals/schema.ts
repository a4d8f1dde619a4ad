import { z } from "zod";
import { listQuery, nextCursorSchema } from "@/lib/platform/http/lists";

const usdt = z.string().meta({ description: "USDT, decimal string" });

export const referralQuerySchema = z.object({
  ...listQuery,
  cursor: z.uuid("Not a cursor of this list").optional(),
});

const referralSchema = z.object({
  username: z.string().meta({ description: "Masked" }),
  joinedAt: z.iso.datetime(),
  earnedUsdt: usdt,
});
export type ReferralDto = z.output<typeof referralSchema>;

/** GET /api/user/referral-data */
export const referralDataSchema = z.object({
  referralCode: z.string(),
  referralLink: z.string(),
  rate: z.string().meta({ description: "Share of a fee that is paid as commission: 0.10 is 10%" }),
  totals: z.object({
    invited: z.int(),
    active: z.int().meta({ description: "With at least one completed deposit or one trade" }),
    earnedUsdt: usdt,
  }),
  referrals: z.array(referralSchema),
  nextCursor: nextCursorSchema,
});
export type ReferralData = z.output<typeof referralDataSchema>;
