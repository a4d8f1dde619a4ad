import { z } from "zod";
import { listQuery, nextCursorSchema, uuidCursor } from "@/lib/platform/http/lists";
import { typedAmountText } from "@/lib/platform/money/amount-form";
import { formFlag } from "@/lib/platform/request-fields";
import { text } from "@/lib/platform/text";
import { cleanAddress } from "./addresses/rules";
import { CURRENCIES, NETWORKS } from "./rules";

export const currencySchema = z.enum(CURRENCIES, text("errors.common.chooseCurrency"));
export const networkSchema = z.enum(NETWORKS, text("errors.wallets.chooseNetwork"));
/** The number of a coin amount. */
export const COIN_AMOUNT = /^\d{1,12}(\.\d{1,8})?$/;
/** A coin amount as people and wallets write it. */
export const coinAmountSchema = typedAmountText(
  COIN_AMOUNT,
  text("errors.common.enterNumberSuchAs10Or"),
);

/** What a deposit was credited with: USDT, or XAUT one to one; null before. */
export const creditSchema = z
  .object({ currency: z.enum(["USDT", "XAUT"]), amount: z.string() })
  .nullable();

/** A deposit address of the house. `minDeposit` is in the wallet's coin. */
export const walletSchema = z.object({
  id: z.string(),
  currency: currencySchema,
  network: networkSchema,
  address: z.string(),
  label: z.string(),
  /** What stands beside the address wherever it is shown, in addition to the label. */
  notice: z.string().nullable(),
  qrImageUrl: z.string().nullable(),
  /** True where the QR image was read and holds exactly the address. Users only see a code drawn from the address. */
  qrImageMatches: z.boolean(),
  minDeposit: z.string(),
  isActive: z.boolean(),
  /** True where the address belongs to nobody: never send funds there. */
  isDemo: z.boolean(),
  /** True where somebody confirmed the address with their password. */
  addressConfirmed: z.boolean(),
  updatedAt: z.iso.datetime(),
});
export type WalletDto = z.output<typeof walletSchema>;

/** GET /api/wallets. There are few: one page holds those of every site but the largest. */
export const walletQuerySchema = z.object({
  limit: listQuery.limit.unwrap().default(100),
  cursor: uuidCursor,
});
export type WalletQuery = z.output<typeof walletQuerySchema>;
export const walletListSchema = z.object({
  wallets: z.array(walletSchema),
  nextCursor: nextCursorSchema,
});
export type WalletList = z.output<typeof walletListSchema>;
export const walletResponseSchema = z.object({ wallet: walletSchema });

const address = z
  .string(text("errors.common.enterAddress"))
  .max(500)
  .overwrite(cleanAddress)
  .min(1, text("errors.common.enterAddress"));
const label = z.string().trim().max(80);
const password = z
  .string()
  .min(1, text("errors.wallets.enterYourPassword"))
  .max(200)
  .optional()
  .meta({
    description:
      "Your own; needed where users would be shown another address, unless it is the one named here and you logged in within 15 minutes",
  });

const totp = z.string().trim().max(20).optional().meta({
  description: "The code beside the password, where you have two-factor on",
});

/** POST /api/wallets */
export const createWalletSchema = z.strictObject({
  currency: currencySchema,
  network: networkSchema,
  address,
  label: label.default(""),
  minDeposit: coinAmountSchema.default("0"),
  isActive: formFlag.default(true),
  password,
  totp,
});
export type CreateWalletInput = z.output<typeof createWalletSchema>;

/** PUT /api/wallets/{id}: whatever is to change. */
export const updateWalletSchema = z.strictObject({
  currency: currencySchema.optional(),
  network: networkSchema.optional(),
  address: address.optional(),
  label: label.optional(),
  minDeposit: coinAmountSchema.optional(),
  isActive: formFlag.optional(),
  /** What the caller saw last: a later change by somebody else is a conflict then. */
  updatedAt: z.iso.datetime().optional(),
  password,
  totp,
});
export type UpdateWalletInput = z.output<typeof updateWalletSchema>;

/** DELETE /api/wallets/{id} */
export const deleteWalletSchema = z.strictObject({ password, totp });
export type DeleteWalletInput = z.output<typeof deleteWalletSchema>;
