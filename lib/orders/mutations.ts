import { endRestingOrders } from "@/lib/ledger/fills/fills";
import { acceptOrder, cancelRestingOrder } from "@/lib/ledger/orders";
import { AppError, errorText, invalidField } from "@/lib/platform/errors";
import { parseDecimal, parseMicro } from "@/lib/platform/money";
import { wakeRelay } from "@/lib/platform/outbox";
import { uuidFrom } from "@/lib/platform/security/hash";
import { text } from "@/lib/platform/text";
import type { UserId } from "@/lib/sessions/user-id";
import { getOrder } from "./data";
import type { OrderDto, PlaceOrderInput } from "./schema";

/** Refusals that one field is the reason of. */
const FIELDS = { ORDER_PRICE_OUT_OF_RANGE: "price", ORDER_EXPIRY_PASSED: "expiresAt" } as const;

/**
 * Places an order that waits for its price, and sets its amount aside at once. Minimum and maximum are in USDT: a sale
 * counts with its value at the order's own price. The same key and input again returns the order as it is now.
 * @throws AppError VALIDATION, ORDER_PRICE_OUT_OF_RANGE, ORDER_EXPIRY_PASSED and everything that acceptOrder() throws
 */
export async function placeOrder(
  userId: UserId,
  input: PlaceOrderInput,
  idempotencyKey: string,
): Promise<OrderDto> {
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null || amountMicro <= 0n) {
    throw invalidField("amount", text("errors.common.enterAmountAboveZero"));
  }
  const { orderId } = await acceptOrder({
    userId,
    key: uuidFrom(idempotencyKey),
    side: input.side,
    type: input.type,
    amountMicro,
    priceE8: parseDecimal(input.price, 8) ?? 0n,
    expiresAt: input.expiresAt === undefined ? null : new Date(input.expiresAt),
    reviewedFeePpm:
      input.feeRate === undefined ? null : Number(parseDecimal(input.feeRate, 6) ?? 0n),
  }).catch((error: unknown) => {
    const field = error instanceof AppError && FIELDS[error.code as keyof typeof FIELDS];
    if (!field) throw error;
    const { code } = error as AppError;
    throw new AppError(code, { errors: { [field]: [errorText(code)] } });
  });
  return getOrder(userId, orderId);
}

/**
 * Cancels an open order of a user and gives back what was set aside.
 * @throws AppError NOT_FOUND, ORDER_CLOSED where it is closed or its price has come
 */
export async function cancelOrder(userId: UserId, orderId: string): Promise<OrderDto> {
  try {
    await cancelRestingOrder(userId, orderId);
  } catch (error) {
    // Its price may have come just now: it is filled before this is answered.
    if (error instanceof AppError && error.code === "ORDER_CLOSED") await endRestingOrders();
    throw error;
  }
  wakeRelay();
  return getOrder(userId, orderId);
}
