/** Staff's search over everything. */

import { z } from "zod";
import { vaultDirections } from "@/lib/vault/rules";
import { paymentStatusSchema } from "@/lib/wallets/payment-schema";

const MAX_TEXT = 200;

/** GET /api/admin/search */
export const searchQuery = z.object({
  q: z.string().trim().max(MAX_TEXT).default("").meta({
    description:
      "A name, email address, phone number, id, number of a deposit, withdrawal, trade, conversion, saving or account, transaction hash, deposit or withdrawal address, or IP address",
  }),
});
export type SearchQuery = z.output<typeof searchQuery>;

const person = z.object({ id: z.string(), username: z.string() });
const payment = {
  id: z.string(),
  number: z.string(),
  user: person,
  amount: z.string(),
  currency: z.string(),
  network: z.string(),
  status: paymentStatusSchema,
  createdAt: z.iso.datetime(),
};

const result = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("user"),
    id: z.string(),
    number: z.string(),
    username: z.string(),
    email: z.string(),
    phone: z.string(),
    isActive: z.boolean(),
  }),
  z.object({ kind: z.literal("deposit"), ...payment }),
  z.object({ kind: z.literal("withdrawal"), ...payment }),
  z.object({
    kind: z.literal("trade"),
    id: z.string(),
    number: z.string(),
    type: z.enum(["option", "manual", "ai"]),
    status: z.string(),
    user: person,
    createdAt: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal("conversion"),
    id: z.string(),
    number: z.string(),
    direction: z.enum(vaultDirections),
    status: z.string(),
    user: person,
    createdAt: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal("saving"),
    id: z.string(),
    number: z.string(),
    plan: z.string(),
    status: z.string(),
    user: person,
    createdAt: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal("wallet"),
    id: z.string(),
    currency: z.string(),
    network: z.string(),
    address: z.string(),
    label: z.string(),
  }),
  z
    .object({ kind: z.literal("login"), user: person, ip: z.string(), at: z.iso.datetime() })
    .meta({ description: "Who logged in from an IP address, or tried to" }),
]);
export type SearchResult = z.output<typeof result>;

export const searchResponse = z.object({ results: z.array(result) });
