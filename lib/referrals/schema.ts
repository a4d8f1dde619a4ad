import { z } from "zod";

const usdt = z.string().meta({ description: "USDT, decimal string" });

const referralSchema = z.object({
  username: z.string().meta({ description: "Masked" }),
  joinedAt: z.iso.datetime(),
  earnedUsdt: usdt,
});
export type ReferralDto = z.output<typeof referralSchema>;

const totals = z.object({
  invited: z.int(),
  active: z.int().meta({ description: "With at least one completed deposit or one trade" }),
  earnedUsdt: usdt,
});

/** GET /api/user/referral-data */
export const referralDataSchema = z.object({
  referralCode: z.string(),
  referralLink: z.string(),
  rate: z.string().meta({ description: "Share of a fee that is paid as commission: 0.10 is 10%" }),
  totals,
  referrals: z.array(referralSchema),
  nextCursor: z.string().nullable(),
});
export type ReferralData = z.output<typeof referralDataSchema>;

const person = z.object({ id: z.string(), username: z.string() });

/** GET /api/admin/users/{id}/referrals */
export const userReferralsSchema = z.object({
  referralCode: z.string(),
  referredBy: person.nullable(),
  totals,
  referrals: z.array(person.extend({ joinedAt: z.iso.datetime(), earnedUsdt: usdt })),
  nextCursor: z.string().nullable(),
});
export type UserReferrals = z.output<typeof userReferralsSchema>;
