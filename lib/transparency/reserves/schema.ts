/** What the site says that it holds, and how staff list it. */
import { z } from "zod";
import { listQuery, nextCursorSchema, uuidCursor } from "@/lib/platform/http/lists";
import { text } from "@/lib/platform/text";
import { cleanAddress } from "@/lib/wallets/addresses/rules";
import { coinAmountSchema, currencySchema, networkSchema } from "@/lib/wallets/schema";
import { PROOFS, RESERVE_KINDS } from "./rules";

const decimal = z.string().meta({ description: "Decimal string" });

export const reserveSchema = z.object({
  id: z.string(),
  kind: z.enum(RESERVE_KINDS),
  currency: currencySchema,
  network: networkSchema.nullable(),
  address: z.string().nullable(),
  custodian: z.string().nullable(),
  balance: decimal,
  balanceAt: z.iso.datetime(),
  blockNumber: z
    .string()
    .nullable()
    .meta({ description: "The block of the network that the balance is of" }),
  source: z.string().meta({ description: "Where the balance was read" }),
  proof: z.enum(PROOFS).meta({
    description:
      "signed: the key of the address signed the message (EIP-191). not_proved: the site can't check signatures of that network. stated: a custodian holds it, by the site's word",
  }),
  message: z.string().nullable(),
  signature: z.string().nullable(),
  explorer: z.object({ name: z.string(), href: z.string() }).nullable(),
});
export type ReserveDto = z.output<typeof reserveSchema>;

const coverageSchema = z.object({
  currency: z.enum(["USDT", "XAUT"]),
  reserves: decimal.meta({ description: "All that is listed of the coin" }),
  proved: decimal.meta({ description: "The part at addresses whose keys have signed" }),
  liabilities: decimal
    .nullable()
    .meta({ description: "Of the newest published tree; null before the first" }),
  ratio: decimal.nullable().meta({
    description: "reserves / liabilities, rounded down; null where nothing is owed",
  }),
});
export type CoverageDto = z.output<typeof coverageSchema>;

/** GET /api/transparency/reserves, GET /api/admin/reserves */
export const reservesResponse = z.object({
  reserves: z.array(reserveSchema),
  coverage: z.array(coverageSchema),
  liabilitiesAt: z.iso.datetime().nullable(),
  isDemo: z.boolean(),
});
export type ReservesDto = z.output<typeof reservesResponse>;

export const adminReservesResponse = z.object({
  ...reservesResponse.shape,
  origin: z.string().meta({ description: "The public log's name, which begins what is signed" }),
  day: z.iso.date().meta({ description: "Today (UTC)" }),
  toSign: z.string().meta({ description: "What the key of an address has to sign today" }),
  readsBalances: z.boolean().meta({
    description: "Whether balances on Ethereum are read from a node (RESERVES_RPC_URL)",
  }),
});
export type AdminReservesDto = z.output<typeof adminReservesResponse>;

/** GET /api/admin/reserves/history */
export const reserveHistoryQuery = z.object({ ...listQuery, cursor: uuidCursor });
const endedReserveSchema = z.object({
  ...reserveSchema.shape,
  removedAt: z.iso.datetime().meta({
    description: "When it was taken off the list, or a later balance took its place",
  }),
});
export type EndedReserveDto = z.output<typeof endedReserveSchema>;
export const reserveHistoryResponse = z.object({
  reserves: z.array(endedReserveSchema),
  nextCursor: nextCursorSchema,
});
export type ReserveHistory = z.output<typeof reserveHistoryResponse>;

/** A blank field of a form is one that was left out. */
const left = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

/** POST /api/admin/reserves */
export const listReserveBody = z.strictObject({
  kind: z.enum(RESERVE_KINDS, text("errors.reserves.chooseKind")),
  currency: currencySchema,
  network: left(networkSchema),
  address: left(z.string().max(500).overwrite(cleanAddress)),
  custodian: left(z.string().trim().max(80, text("errors.reserves.custodianTooLong"))),
  date: left(
    z.iso.date(text("errors.reserves.enterDay")).meta({
      description: "The day (UTC) in the message that was signed; today where it is left out",
    }),
  ),
  signature: left(
    z
      .string()
      .trim()
      .regex(/^0x[0-9a-fA-F]{130}$/, text("errors.reserves.signatureForm"))
      .meta({
        description: "EIP-191, of '<origin> reserves <date>', in hex",
        examples: [`0x${"1b".repeat(65)}`],
      }),
  ),
  balance: left(coinAmountSchema).meta({
    description: "May be left out where the site reads it from a node",
  }),
  blockNumber: left(
    z
      .string()
      .trim()
      .regex(/^\d{1,15}$/, text("errors.reserves.blockForm"))
      .meta({ examples: ["21000000"] }),
  ),
  source: left(z.string().trim().max(200, text("errors.reserves.sourceTooLong"))),
});
export type ListReserveBody = z.output<typeof listReserveBody>;

export const reserveResponse = z.object({ reserve: reserveSchema });
