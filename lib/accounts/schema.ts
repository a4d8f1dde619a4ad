/**
 * Inputs and answers of accounts and sessions. Written with zod/mini, because the sign-in and
 * registration pages ship it to browsers.
 */
import * as z from "zod/mini";
import { isPasswordTooLong, PASSWORD_MAX_BYTES } from "@/lib/platform/security/password-length";
import { countries, findCountry } from "./countries";

export const PASSWORD_MIN = 6;
const required = (message: string) =>
  z.string({ error: message }).check(z.trim(), z.minLength(1, { error: message }));
/** A password as it was chosen: spaces at its ends are part of it. */
const givenPassword = (message: string) =>
  z.string({ error: message }).check(z.minLength(1, { error: message }), z.maxLength(1000));

/** A new password of any kind: 6 characters or more, at most what bcrypt reads. */
export const newPasswordSchema = z.string({ error: "Please enter a password" }).check(
  z.minLength(1, { error: "Please enter a password", abort: true }),
  z.minLength(PASSWORD_MIN, {
    error: "Password should be at least 6 characters long",
    abort: true,
  }),
  z.refine((value) => !isPasswordTooLong(value), {
    error: `Password should be at most ${PASSWORD_MAX_BYTES} bytes long`,
  }),
);

/** POST /api/auth/login */
export const loginSchema = z.object({
  usernameOrEmail: required("Please enter your username or email").check(z.maxLength(254)),
  password: givenPassword("Please enter a password"),
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

const PASSWORDS_DIFFER = "Passwords do not match!";
const TERMS_NOT_ACCEPTED = "Please agree to the Terms and Privacy Policy";

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
  username: required("Please enter a username"),
  email: required("Please enter an email address"),
  country: required("Please select your country"),
  countryCode: z._default(z.string(), ""),
  phoneNumber: required("Please enter your phone number"),
  gender: z.enum(["Male", "Female"], { error: "Please select your gender" }),
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
    issues.push(["username", "Username must be 3 to 30 letters, digits or underscores"]);
  }
  if (value.email && !isEmailAddress(value.email)) {
    issues.push(["email", "Please enter a valid email address"]);
  }
  if (value.country && !countries.some((country) => country.name === value.country)) {
    issues.push(["country", "Please select your country"]);
  } else if (value.country && !findCountry(value.country, value.countryCode)) {
    issues.push(["countryCode", "The dial code does not match the country"]);
  }
  const digits = value.phoneNumber.replace(/[\s().-]/g, "");
  if (value.phoneNumber && !/^\+?\d{5,15}$/.test(digits)) {
    issues.push(["phoneNumber", "Please enter a valid phone number"]);
  }
  return issues;
}

/** POST /api/auth/register. Field order is the order of checks. */
export const registerSchema = z.object(registrationFields).check((context) => {
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
    ["username", value.username !== "", "Please enter a username"],
    ["email", value.email !== "", "Please enter an email address"],
    ["country", value.country !== "", "Please select your country"],
    ["phoneNumber", value.phoneNumber !== "", "Please enter your phone number"],
    ["gender", value.gender !== "", "Please select your gender"],
    ["password", password.success, password.error?.issues[0]?.message ?? ""],
  ];
  const failed = checks.filter(([, passed]) => !passed);
  return [
    ...failed.map(([field, , message]): [keyof RegisterForm, string] => [field, message]),
    ...consentIssues(value),
  ];
}

/** POST /api/auth/forgot-password */
export const forgotPasswordSchema = z.object({
  email: required("Please enter an email address").check(z.maxLength(254)),
});
/** POST /api/auth/reset-password */
export const resetPasswordSchema = z.object({
  token: z
    .string({ error: "This link is invalid or has expired" })
    .check(z.minLength(1), z.maxLength(200)),
  newPassword: newPasswordSchema,
});
/** POST /api/user/validate-referral */
export const validateReferralSchema = z.object({
  referralCode: required("Please enter a referral code").check(z.maxLength(40)),
});
export const referralAnswerSchema = z.object({
  valid: z.boolean(),
  referrer: z.optional(z.string()),
});

/** A user as the API shows it to themselves. */
export const userSchema = z.object({
  id: z.string(),
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

export const sessionAnswerSchema = z.object({ user: userSchema, token: z.string() });
export const profileAnswerSchema = z.object({ user: userSchema });

const amount = z.string();
/** GET /api/auth/balance */
export const balanceAnswerSchema = z.object({
  balances: z.object({
    /** `escrow`: stakes of open options. */
    USDT: z.object({ available: amount, held: amount, escrow: amount }),
    XAUT: z.object({ available: amount, stored: amount }),
    /** Principal. Profit is paid, and counts, when a saving ends; until then my-savings shows it. */
    savings: z.object({ USDT: amount, XAUT: amount }),
    /** What strategy runs have, in cash and in XAUT. */
    ai: z.object({ USDT: amount, XAUT: amount }),
    /** The worth of all of these; null where there is XAUT and no price. */
    totalUsdt: z.nullable(amount),
  }),
  price: z.nullable(z.string()),
});
export type BalanceDto = z.output<typeof balanceAnswerSchema>;

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
export const changePasswordSchema = z.object({
  currentPassword: givenPassword("Please enter your current password"),
  newPassword: newPasswordSchema,
});
/** PUT /api/user/set-withdraw-password */
export const setWithdrawPasswordSchema = z.object({
  password: givenPassword("Please enter a password"),
  withdrawPassword: newPasswordSchema,
});
/** PUT /api/user/change-withdraw-password */
export const changeWithdrawPasswordSchema = z.object({
  currentWithdrawPassword: givenPassword("Please enter a password"),
  newWithdrawPassword: newPasswordSchema,
});
export const hasWithdrawPasswordSchema = z.object({ hasWithdrawPassword: z.boolean() });
/** POST /api/user/accept-risk */
export const acceptRiskSchema = z.object({ product: z.enum(["option", "ai"]) });
export const riskAcceptanceSchema = z.object({
  acceptance: z.object({ product: z.string(), version: z.number(), acceptedAt: z.string() }),
});
