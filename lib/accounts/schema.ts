/**
 * Inputs and answers of accounts and sessions. Written with zod/mini, because the login and
 * registration pages ship it to browsers.
 */

import * as z from "zod/mini";
import { isPasswordTooLong, PASSWORD_MAX_BYTES } from "@/lib/platform/security/password-length";
import { text } from "@/lib/platform/text";
import { countries, findCountry } from "./countries";

export const PASSWORD_MIN = 6;
const required = (message: string) =>
  z.string({ error: message }).check(z.trim(), z.minLength(1, { error: message }));
/** A password as it was chosen: spaces at its ends are part of it. */
const givenPassword = (message: string) =>
  z.string({ error: message }).check(z.minLength(1, { error: message }), z.maxLength(1000));

/** A new password of any kind: 6 characters or more, at most what bcrypt reads. */
export const newPasswordSchema = z
  .string({ error: text("errors.registration.enterPassword") })
  .check(
    z.minLength(1, { error: text("errors.registration.enterPassword"), abort: true }),
    z.minLength(PASSWORD_MIN, {
      error: text("errors.registration.passwordShouldBeAtLeast6"),
      abort: true,
    }),
    z.refine((value) => !isPasswordTooLong(value), {
      error: text("errors.registration.passwordShouldBeAtMostBytes", {
        passwordMaxBytes: PASSWORD_MAX_BYTES,
      }),
    }),
  );

/** POST /api/auth/login */
export const loginSchema = z.strictObject({
  usernameOrEmail: required(text("errors.registration.enterYourUsernameOrEmail")).check(
    z.maxLength(254),
  ),
  password: givenPassword(text("errors.registration.enterPassword")),
  totp: z.nullish(z.string().check(z.maxLength(20))),
});
export type LoginInput = z.output<typeof loginSchema>;

const USERNAME = /^[A-Za-z0-9_]{3,30}$/;
// ASCII only: with look-alikes, composed accents or invisible characters two accounts could have one
// address, to the eye or to a mail server.
const EMAIL_WORD = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const EMAIL_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const EMAIL = new RegExp(
  `^${EMAIL_WORD}(?:\\.${EMAIL_WORD})*@(?:${EMAIL_LABEL}\\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$`,
);
/** Reserved for names that nobody has (RFC 2606); erased accounts have addresses there. */
const NO_DOMAIN = /\.invalid$/i;

/** Whether mail could arrive at an address, by its form. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text) && !NO_DOMAIN.test(text);
}

const PASSWORDS_DIFFER = text("errors.registration.passwordsDoNotMatch");
const TERMS_NOT_ACCEPTED = text("errors.registration.agreeTermsAndPrivacyPolicy");

type Consent = { password: string; confirmPassword?: string | null; acceptTerms?: boolean | null };

/** The screen's last two checks, each where it has been answered. */
function consentIssues(value: Consent): ["confirmPassword" | "acceptTerms", string][] {
  const { password, confirmPassword, acceptTerms } = value;
  const issues: ["confirmPassword" | "acceptTerms", string][] = [];
  if ((confirmPassword ?? password) !== password)
    issues.push(["confirmPassword", PASSWORDS_DIFFER]);
  if (acceptTerms === false) issues.push(["acceptTerms", TERMS_NOT_ACCEPTED]);
  return issues;
}

const registrationFields = {
  username: required(text("errors.registration.enterUsername")),
  email: required(text("errors.registration.enterEmailAddress")),
  country: required(text("errors.registration.selectYourCountry")),
  countryCode: z._default(z.string(), ""),
  phoneNumber: required(text("errors.registration.enterYourPhoneNumber")),
  gender: z.enum(["Male", "Female"], { error: text("errors.registration.selectYourGender") }),
  password: newPasswordSchema,
  /** Of the screen: checked where a client sends them. */
  confirmPassword: z.nullish(z.string({ error: PASSWORDS_DIFFER })),
  acceptTerms: z.nullish(z.boolean({ error: TERMS_NOT_ACCEPTED })),
  referralCode: z.nullish(z.string().check(z.trim(), z.maxLength(40))),
};

type Registration = {
  username: string;
  email: string;
  country: string;
  countryCode: string;
  phoneNumber: string;
};

/** What goes beyond "not empty". Empty fields have their own message already. */
function formatIssues(value: Registration): [keyof Registration, string][] {
  const issues: [keyof Registration, string][] = [];
  if (value.username && !USERNAME.test(value.username)) {
    issues.push(["username", text("errors.registration.usernameMustBe330Letters")]);
  }
  if (value.email && !isEmailAddress(value.email)) {
    issues.push(["email", text("errors.registration.enterValidEmailAddress")]);
  }
  if (value.country && !countries.some((country) => country.name === value.country)) {
    issues.push(["country", text("errors.registration.selectYourCountry")]);
  } else if (value.country && !findCountry(value.country, value.countryCode)) {
    issues.push(["countryCode", text("errors.registration.theDialCodeDoesNotMatch")]);
  }
  const digits = value.phoneNumber.replace(/[\s().-]/g, "");
  if (value.phoneNumber && !/^\+?\d{5,15}$/.test(digits)) {
    issues.push(["phoneNumber", text("errors.registration.enterValidPhoneNumber")]);
  }
  return issues;
}

/** POST /api/auth/register. Field order is the order of checks. */
export const registerSchema = z.strictObject(registrationFields).check((context) => {
  const { value } = context;
  for (const [field, message] of [...consentIssues(value), ...formatIssues(value)]) {
    context.issues.push({ code: "custom", path: [field], message, input: value[field] });
  }
});
export type RegisterInput = z.output<typeof registerSchema>;

const formText = z._default(z.string(), "");
const formLine = z._default(z.string().check(z.trim()), "");

/**
 * The registration form. Every failing field has its issue at once, and the issues come in the
 * order that the specification gives the checks: the first one is the toast.
 */
export const registerFormSchema = z
  .object({
    username: formLine,
    email: formLine,
    country: formText,
    phoneNumber: formLine,
    gender: formText,
    password: formText,
    confirmPassword: formText,
    referralCode: formLine,
    acceptTerms: z._default(z.boolean(), false),
  })
  .check(({ value, issues }) => {
    const countryCode = countries.find(({ name }) => name === value.country)?.phoneCode ?? "";
    const found = [...screenIssues(value), ...formatIssues({ ...value, countryCode })];
    for (const [field, message] of found) {
      issues.push({ code: "custom", path: [field], message, input: value });
    }
  });
export type RegisterFormInput = z.input<typeof registerFormSchema>;
export type RegisterForm = {
  username: string;
  email: string;
  country: string;
  phoneNumber: string;
  gender: string;
  password: string;
  confirmPassword: string;
  referralCode: string;
  acceptTerms: boolean;
};

function screenIssues(value: RegisterForm): [keyof RegisterForm, string][] {
  const password = newPasswordSchema.safeParse(value.password);
  const checks: [keyof RegisterForm, boolean, string][] = [
    ["username", value.username !== "", text("errors.registration.enterUsername")],
    ["email", value.email !== "", text("errors.registration.enterEmailAddress")],
    ["country", value.country !== "", text("errors.registration.selectYourCountry")],
    ["phoneNumber", value.phoneNumber !== "", text("errors.registration.enterYourPhoneNumber")],
    ["gender", value.gender !== "", text("errors.registration.selectYourGender")],
    ["password", password.success, password.error?.issues[0]?.message ?? ""],
  ];
  const failed = checks.filter(([, passed]) => !passed);
  return [
    ...failed.map(([field, , message]): [keyof RegisterForm, string] => [field, message]),
    ...consentIssues(value),
  ];
}

/** POST /api/auth/forgot-password */
export const forgotPasswordSchema = z.strictObject({
  email: required(text("errors.registration.enterEmailAddress")).check(z.maxLength(254)),
});
/** POST /api/auth/reset-password */
export const resetPasswordSchema = z.strictObject({
  token: z
    .string({ error: text("errors.registration.thisLinkInvalidOrExpired") })
    .check(z.minLength(1), z.maxLength(200)),
  newPassword: newPasswordSchema,
});
/** POST /api/user/validate-referral */
export const validateReferralSchema = z.strictObject({
  referralCode: required(text("errors.registration.enterReferralCode")).check(z.maxLength(40)),
});
export const referralResponseSchema = z.object({
  valid: z.boolean(),
  referrer: z.optional(z.string()),
});

/** A user as the API shows it to themselves. */
export const userSchema = z.object({
  id: z.string(),
  number: z.string(),
  username: z.string(),
  email: z.string(),
  country: z.string(),
  countryCode: z.string(),
  phoneNumber: z.string(),
  gender: z.string(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  hasWithdrawPassword: z.boolean(),
  referralCode: z.string(),
  createdAt: z.string(),
});
export type UserDto = z.output<typeof userSchema>;

export const sessionResponseSchema = z.object({ user: userSchema, token: z.string() });
export const profileResponseSchema = z.object({ user: userSchema });

const amount = z.string();
/** GET /api/auth/balance */
export const balanceResponseSchema = z.object({
  balances: z.object({
    /** `escrow`: stakes of open options. */
    USDT: z.object({ available: amount, held: amount, escrow: amount }),
    XAUT: z.object({ available: amount, held: amount, stored: amount }),
    /** Principal. Profit is paid, and counts, when a saving ends; until then my-savings shows it. */
    savings: z.object({ USDT: amount, XAUT: amount }),
    /** What strategy runs have, in cash and in XAUT. */
    ai: z.object({ USDT: amount, XAUT: amount }),
    /** For reversed deposits: taken from later ones first, and no part of the worth. */
    owed: z.object({ USDT: amount, XAUT: amount }),
    /** The worth of all balances, XAUT at the bid; null where there is XAUT and no price. */
    totalUsdt: z.nullable(amount),
  }),
  /** The index price. */
  price: z.nullable(z.string()),
  /** What gold would fetch now; totalUsdt counts it so. */
  bid: z.nullable(z.string()),
});
export type BalanceDto = z.output<typeof balanceResponseSchema>;

export const sessionSchema = z.object({
  id: z.string(),
  /** Browser and system in words. */
  device: z.string(),
  userAgent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  current: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
});
export type SessionDto = z.output<typeof sessionSchema>;
export const sessionListSchema = z.object({
  sessions: z.array(sessionSchema),
  nextCursor: z.nullable(z.string()),
});
export type SessionList = z.output<typeof sessionListSchema>;

/** PUT /api/user/change-password */
export const changePasswordSchema = z.strictObject({
  currentPassword: givenPassword(text("errors.registration.enterYourCurrentPassword")),
  newPassword: newPasswordSchema,
});
/** PUT /api/user/set-withdraw-password */
export const setWithdrawPasswordSchema = z.strictObject({
  password: givenPassword(text("errors.registration.enterPassword")),
  withdrawPassword: newPasswordSchema,
});
/** PUT /api/user/change-withdraw-password */
export const changeWithdrawPasswordSchema = z.strictObject({
  currentWithdrawPassword: givenPassword(text("errors.registration.enterPassword")),
  newWithdrawPassword: newPasswordSchema,
});
export const hasWithdrawPasswordSchema = z.object({ hasWithdrawPassword: z.boolean() });
/** POST /api/user/accept-risk */
export const acceptRiskSchema = z.strictObject({ product: z.enum(["option", "ai"]) });
export const riskAcceptanceSchema = z.object({
  acceptance: z.object({ product: z.string(), version: z.number(), acceptedAt: z.string() }),
});
