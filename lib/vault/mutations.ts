import type { VaultConversion } from "@/lib/generated/prisma/client";
import { convertInVault as convertInLedger } from "@/lib/ledger/vault";
import { notifyQuietly } from "@/lib/notifications/mutations";
import { type Tx, transaction } from "@/lib/platform/db";
import { AppError, errorText, invalidField, toAppError } from "@/lib/platform/errors";
import { formatMicro, formatPriceE8, parseDecimal, parseMicro } from "@/lib/platform/money";
import { publishEvent } from "@/lib/platform/outbox";
import { uuidFrom } from "@/lib/platform/security/hash";
import { text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { MAX_DAILY_CONVERSIONS, type VaultDirection } from "./rules";
import type { ConversionResponse, ConvertInput } from "./schema";
import { toConversion } from "./serializers";

/**
 * Stores XAUT for USDT at the ask, or retrieves USDT for XAUT at the bid, of the newest recorded tick,
 * rounded half to even. The same key and input again returns the first answer.
 * @throws AppError BELOW_MINIMUM_STORAGE, INSUFFICIENT_USDT_BALANCE, INSUFFICIENT_XAUT_BALANCE,
 *   AMOUNT_OUT_OF_RANGE (nothing would come of it), DAILY_TRADE_LIMIT, PRICE_MOVED, MARKET_STALE,
 *   HOUSE_LIMIT, IDEMPOTENCY_CONFLICT, VALIDATION
 */
export async function convertInVault(
  userId: string,
  direction: VaultDirection,
  input: ConvertInput,
  idempotencyKey: string,
): Promise<ConversionResponse> {
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null || amountMicro <= 0n) {
    throw direction === "store"
      ? refused("BELOW_MINIMUM_STORAGE")
      : invalidField("amount", text("errors.common.enterAmountAboveZero"));
  }
  const limitPriceE8 = input.limitPrice === undefined ? null : parseDecimal(input.limitPrice, 8);
  const key = uuidFrom(idempotencyKey);
  try {
    return await transaction(async (tx) => {
      const order = { userId, key, direction, amountMicro, limitPriceE8 };
      const done = await convertInLedger(tx, order);
      const row = await tx.vaultConversion.findUniqueOrThrow({ where: { id: done.conversionId } });
      if (!done.replayed) await tell(tx, row);
      return {
        conversion: toConversion(row),
        stored: formatMicro(row.storedAfterMicro),
        available: formatMicro(done.availableMicro),
      };
    });
  } catch (error) {
    throw explain(toAppError(error));
  }
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
function explain(error: AppError): AppError {
  const { code } = error;
  if (AMOUNT_ERRORS.includes(code)) return refused(code as AmountError);
  if (code === "DAILY_TRADE_LIMIT") {
    const message = text("errors.vault.youMadeConversionsTodayMostAllowed", {
      mostConversionsADay: MAX_DAILY_CONVERSIONS,
    });
    return new AppError(code, { message });
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

async function tell(tx: Tx, row: VaultConversion): Promise<void> {
  const { userId, id } = row;
  const usdt = exactAmount(row.usdtMicro, "USDT");
  const xaut = formatAmount(formatMicro(row.xautMicro), "XAUT");
  const exact = formatPrice(formatPriceE8(row.priceE8), { exact: true });
  const price = row.simulated ? text("notices.vault.simulatedPrice", { price: exact }) : exact;
  await notifyQuietly(tx, {
    userId,
    type: "storage",
    ...(row.direction === "store"
      ? {
          title: text("notices.vault.xautStored"),
          message: text("notices.vault.storedForAt", { xaut, usdt, price }),
        }
      : {
          title: text("notices.vault.xautRetrieved"),
          message: text("notices.vault.receivedForAt", { usdt, xaut, price }),
        }),
  });
  await publishEvent(tx, { t: "vault", u: userId, id }, { t: "balance", u: userId });
}
