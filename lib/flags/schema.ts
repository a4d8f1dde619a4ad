/** What is worth a look before money is credited or sent: kinds of flags, each with its facts. */

import { z } from "zod";
import { paymentStatusSchema } from "@/lib/wallets/payment-schema";
import { networkSchema } from "@/lib/wallets/schema";

const personSchema = z.object({ id: z.string(), username: z.string() });
const paymentsSchema = z
  .array(
    z.object({
      id: z.string(),
      number: z.string(),
      status: paymentStatusSchema,
      createdAt: z.iso.datetime(),
      user: personSchema,
    }),
  )
  .meta({ description: "At most five, the newest first" });
const peopleSchema = z.array(personSchema).meta({ description: "At most five" });

/** A flag says what is known. It decides nothing. */
export const flagSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("same-hash"), payments: paymentsSchema }),
  z.object({ kind: z.literal("same-picture"), payments: paymentsSchema }),
  z.object({ kind: z.literal("shared-address"), people: peopleSchema }),
  z.object({ kind: z.literal("same-device"), people: peopleSchema }),
  z.object({ kind: z.literal("same-ip"), people: peopleSchema }),
  z.object({ kind: z.literal("same-phone"), people: peopleSchema }),
  z.object({ kind: z.literal("first-withdrawal") }),
  z.object({ kind: z.literal("new-address") }),
  z.object({ kind: z.literal("new-credentials"), at: z.iso.datetime() }),
  z.object({ kind: z.literal("not-traded"), payments: paymentsSchema }),
  z.object({
    kind: z.literal("large-amount"),
    median: z.string().meta({ description: "Of this person's earlier ones in the same unit" }),
    currency: z.string(),
  }),
  z.object({ kind: z.literal("unconfirmed-email") }),
  z.object({
    kind: z.literal("owes"),
    amounts: z.array(z.object({ currency: z.enum(["USDT", "XAUT"]), amount: z.string() })),
  }),
]);
export type Flag = z.output<typeof flagSchema>;

/** Whom a payment is of, as staff should know them before they decide. */
export const ownerSchema = z.object({
  memberSince: z.iso.datetime(),
  emailVerified: z.boolean(),
  deposited: z.object({ USDT: z.string(), XAUT: z.string() }),
  withdrawn: z.object({ USDT: z.string(), XAUT: z.string() }),
  earlier: z
    .array(
      z.object({
        id: z.string(),
        number: z.string(),
        amount: z.string(),
        currency: z.string(),
        network: networkSchema,
        status: paymentStatusSchema,
        createdAt: z.iso.datetime(),
        processedAt: z.iso.datetime().nullable(),
        adminNotes: z.string().nullable(),
      }),
    )
    .meta({ description: "The newest five of the same kind before this one" }),
  notes: z.array(
    z.object({ id: z.string(), text: z.string(), author: z.string(), createdAt: z.iso.datetime() }),
  ),
});
export type OwnerFacts = z.output<typeof ownerSchema>;

export const flagsSchema = z.array(flagSchema).meta({
  description: "What is worth a look, with the facts behind it. A flag decides nothing",
});
