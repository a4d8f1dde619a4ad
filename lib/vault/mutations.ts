import { balancesOf } from "@/lib/ledger/data";
import { readEnded } from "@/lib/ledger/fills/fill-waits";
import { fillOrders } from "@/lib/ledger/fills/fills";
import { acceptConversion } from "@/lib/ledger/vault";
import { prisma } from "@/lib/platform/db";
import { AppError, errorText, invalidField, toAppError } from "@/lib/platform/errors";
import { type Accepted, accepted } from "@/lib/platform/http/accepted";
import { formatMicro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { wakeRelay } from "@/lib/platform/outbox";
import { uuidFrom } from "@/lib/platform/security/hash";
import { type Text, text } from "@/lib/platform/text";
import { formatAmount } from "@/lib/platform/ui/format";
import type { UserId } from "@/lib/sessions/user-id";
import { getSettings } from "@/lib/settings/data";
import type { VaultDirection } from "./rules";
import type { ConversionResponse, ConvertInput } from "./schema";
import { toConversion } from "./serializers";

type Response = ConversionResponse & { message: Text };
const DONE = { store: "answers.xautStored", retrieve: "answers.xautRetrieved" } as const;

/**
 * Stores XAUT for USDT, or retrieves USDT for XAUT, at the ask or bid of the first usable tick after acceptance, for
 * which this waits up to 3 s; XAUT from and to the available balance only moves, at once. Rounded against the customer.
 * The same key and input again returns the conversion as it is now.
 * @returns the filled conversion; marked as 202 while it is pending
 * @throws AppError BELOW_MINIMUM_STORAGE, INSUFFICIENT_USDT_BALANCE, INSUFFICIENT_XAUT_BALANCE,
 *   AMOUNT_OUT_OF_RANGE (nothing would come of it), DAILY_TRADE_LIMIT, TRADE_TERMS_CHANGED, MARKET_STALE,
 *   IDEMPOTENCY_CONFLICT, VALIDATION, and why it is void (PRICE_MOVED, NO_PRICE, HOUSE_LIMIT)
 */
export async function convertInVault(
  userId: UserId,
  direction: VaultDirection,
  input: ConvertInput,
  idempotencyKey: string,
): Promise<Response | Accepted<Response>> {
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null || amountMicro <= 0n) {
    throw direction === "store" && input.currency === "USDT"
      ? refused("BELOW_MINIMUM_STORAGE")
      : invalidField("amount", text("errors.common.enterAmountAboveZero"));
  }
  const { id, replayed } = await acceptConversion({
    userId,
    key: uuidFrom(idempotencyKey),
    direction,
    currency: input.currency,
    amountMicro,
    limitPriceE8: input.limitPrice === undefined ? null : parseDecimal(input.limitPrice, 8),
    reviewedFeePpm:
      input.feeRate === undefined ? null : Number(parseDecimal(input.feeRate, 6) ?? 0n),
  }).catch(async (error: unknown) => {
    throw await explain(toAppError(error));
  });
  if (input.currency === "XAUT" && !replayed) wakeRelay();
  const row = await readEnded(
    id,
    () => prisma.vaultConversion.findUniqueOrThrow({ where: { id } }),
    fillOrders,
    { isNew: !replayed && input.currency === "USDT" },
  );
  if (row.status === "void") throw await explain(new AppError(row.voidReason ?? "NO_PRICE"));
  const { USDT, XAUT } = await balancesOf(userId);
  const state = {
    conversion: toConversion(row),
    stored: formatMicro(XAUT.stored),
    available: formatMicro(USDT.available),
    availableXaut: formatMicro(XAUT.available),
  };
  return row.status === "pending"
    ? accepted({ message: text("notices.trading.tradePending"), ...state })
    : { message: text(DONE[direction]), ...state };
}

type AmountError =
  | "BELOW_MINIMUM_STORAGE"
  | "INSUFFICIENT_USDT_BALANCE"
  | "INSUFFICIENT_XAUT_BALANCE";

/** A refusal that the amount is the reason of. */
const refused = (code: AmountError) =>
  new AppError(code, { errors: { amount: [errorText(code)] } });

const AMOUNT_ERRORS: readonly string[] = [
  "BELOW_MINIMUM_STORAGE",
  "INSUFFICIENT_USDT_BALANCE",
  "INSUFFICIENT_XAUT_BALANCE",
] satisfies AmountError[];

/** Says what the database refused in the words of the vault. */
async function explain(error: AppError): Promise<AppError> {
  const { code } = error;
  if (AMOUNT_ERRORS.includes(code)) return refused(code as AmountError);
  if (code === "DAILY_TRADE_LIMIT") {
    const { storageDailyLimit } = await getSettings();
    const message = text("errors.vault.dailyVolume", {
      limit: formatAmount(storageDailyLimit, "USDT"),
    });
    return new AppError(code, { message, errors: { amount: [message] } });
  }
  if (code === "MARKET_STALE") {
    return new AppError(code, {
      message: text("errors.vault.theMarketPriceDelayedConversionsPaused"),
    });
  }
  if (code === "HOUSE_LIMIT") {
    const message = text("errors.vault.thisAmountCantBeConvertedRight");
    return new AppError(code, { message });
  }
  return error;
}
