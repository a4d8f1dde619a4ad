import { z } from "zod";
import { text } from "@/lib/platform/text";
import { isTimeZone } from "@/lib/platform/ui/date-time";
import { ALWAYS_MAILED, type NotificationKind, notificationKinds } from "./rules";

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, text("errors.notifications.enterTime"))
  .meta({ description: "Hours and minutes by the clocks of `zone`", examples: ["22:00"] });

const zone = z
  .string()
  .max(64)
  .refine(isTimeZone, text("errors.common.enterTimeZone"))
  .meta({ description: "A time zone by its IANA name", examples: ["Europe/Berlin"] });

/** Hours of a day in which nothing is pushed. */
export const quietHoursSchema = z
  .strictObject({
    from: clock,
    to: clock,
    zone,
  })
  .refine(({ from, to }) => from !== to, {
    path: ["to"],
    message: text("errors.notifications.otherTime"),
  });

const weeklySummarySchema = z.strictObject({
  showAmounts: z
    .boolean()
    .meta({ description: "Without it: a percentage, numbers of payments, and gain or loss" }),
  zone: zone.meta({ description: "Weeks begin on Monday at 00:00 by its clocks" }),
});

const channels = z.strictObject({
  push: z.boolean().meta({ description: "To the devices that take push messages" }),
  mail: z.boolean(),
});
export type Channels = z.output<typeof channels>;

const kinds = z.object(
  Object.fromEntries(notificationKinds.map((kind) => [kind, channels])) as Record<
    NotificationKind,
    typeof channels
  >,
);

/** How a person is told of what happens, beside the list in the app. */
export const notificationSettingsSchema = z.object({
  kinds,
  quietHours: quietHoursSchema
    .nullable()
    .meta({ description: "Nothing is pushed in them, and mails of choice wait until they end" }),
  showAmounts: z.boolean().meta({
    description: "Whether push messages show more than their title; devices show them when locked",
  }),
  weeklySummary: weeklySummarySchema.nullable().meta({
    description:
      "A mail on Monday at 08:00 about the week before, after quiet hours; null for none",
  }),
});
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;

/** GET, PUT /api/user/notification-settings */
export const notificationSettingsResponse = z.object({ settings: notificationSettingsSchema });

/** PUT /api/user/notification-settings: what is absent stays. */
export const changeNotificationSettingsSchema = z
  .strictObject({
    kinds: z.strictObject(kinds.shape).partial(),
    quietHours: quietHoursSchema.nullable(),
    showAmounts: z.boolean(),
    weeklySummary: weeklySummarySchema.nullable(),
  })
  .partial()
  .refine((value) => Object.keys(value).length > 0, text("errors.accounts.nothingChange"))
  .superRefine(({ kinds: wanted }, context) => {
    for (const kind of ALWAYS_MAILED) {
      if (wanted?.[kind]?.mail !== false) continue;
      const message = text("errors.notifications.alwaysMailed");
      context.addIssue({ code: "custom", path: ["kinds", kind, "mail"], message });
    }
  });
export type NotificationSettingsChange = z.output<typeof changeNotificationSettingsSchema>;

/** A name with a dot and no number: addresses of machines and names inside of a network are nobody's push service. */
const isPublicHttps = (value: string) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, hash } = new URL(value);
  if (protocol !== "https:" || username || password || hash) return false;
  return (
    /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]*$/.test(hostname) &&
    !/\.(local|localhost|internal)$/.test(hostname)
  );
};

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    .refine(
      (value) => /^[\w-]+={0,2}$/.test(value) && Buffer.from(value, "base64url").length === bytes,
      text("errors.notifications.pushKeys"),
    );

const endpoint = z
  .string()
  .max(1000)
  .refine(isPublicHttps, text("errors.notifications.pushEndpoint"))
  .meta({ description: "Where the browser's push service takes messages for this device" });

/** POST /api/push/subscriptions: as `PushSubscription.toJSON()` of a browser says it. */
export const pushSubscriptionSchema = z.strictObject({
  endpoint,
  expirationTime: z.number().nullish().meta({ description: "As the browser says it; not used" }),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
});
export type PushSubscriptionInput = z.output<typeof pushSubscriptionSchema>;

/** DELETE /api/push/subscriptions */
export const endPushSchema = z.strictObject({ endpoint: z.string().max(1000) });

/** GET /api/push/key */
export const pushKeySchema = z.object({
  key: z
    .string()
    .meta({ description: "The `applicationServerKey` of a subscription, in base64url" }),
});
