/**
 * Every error the API can answer: HTTP status and default text. The client branches on the code,
 * never on the text. Texts that the product's specification fixes are exact.
 */
export const errorTable = {
  // requests
  MALFORMED_JSON: { status: 400, message: "The request body is not valid JSON" },
  UNAUTHORIZED: { status: 401, message: "Unauthorized access. Please login again." },
  SESSION_EXPIRED: { status: 401, message: "Session expired. Please login again." },
  INVALID_CREDENTIALS: { status: 401, message: "Invalid credentials" },
  TOTP_REQUIRED: { status: 401, message: "Enter the code of your authenticator app" },
  FORBIDDEN: { status: 403, message: "Insufficient permissions" },
  STAFF_TWO_FACTOR_REQUIRED: {
    status: 403,
    message: "Set up two-factor authentication to use the staff panel",
  },
  NOT_FOUND: { status: 404, message: "Not found" },
  METHOD_NOT_ALLOWED: { status: 405, message: "Method not allowed" },
  CONFLICT: { status: 409, message: "This has changed in the meantime. Please reload." },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    message: "This idempotency key was used for a different request",
  },
  REQUEST_IN_PROGRESS: { status: 409, message: "The same request is still being processed" },
  PAYLOAD_TOO_LARGE: { status: 413, message: "File size exceeds limit" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Unsupported file format" },
  VALIDATION: { status: 422, message: "Please check your input" },
  RATE_LIMITED: { status: 429, message: "Rate limit exceeded" },
  INTERNAL: { status: 500, message: "Server error. Please try again later." },
  SERVICE_UNAVAILABLE: { status: 503, message: "Server error. Please try again later." },
  // accounts
  ACCOUNT_INACTIVE: { status: 403, message: "This account is inactive. Please contact support." },
  NOT_AVAILABLE_IN_COUNTRY: { status: 403, message: "Not available in your country" },
  RISK_NOT_ACCEPTED: { status: 403, message: "Please read and accept the risk disclosure first" },
  USERNAME_TAKEN: { status: 409, message: "This username is already taken" },
  EMAIL_TAKEN: { status: 409, message: "This email address is already registered" },
  TOKEN_INVALID: { status: 422, message: "This link is invalid or has expired" },
  LAST_FULL_ADMIN: {
    status: 409,
    message: "This is the last full administrator. Give somebody else full rights first.",
  },
  ACCOUNT_NOT_EMPTY: {
    status: 409,
    message: "This account still holds money or open business and can't be deleted",
  },
  // money
  INSUFFICIENT_BALANCE: { status: 422, message: "Insufficient balance" },
  AMOUNT_OUT_OF_RANGE: { status: 422, message: "The amount is outside the allowed range" },
  // withdrawals
  WITHDRAW_PASSWORD_NOT_SET: {
    status: 422,
    message: "Please set your withdrawal password first",
  },
  WITHDRAW_PASSWORD_INCORRECT: { status: 422, message: "Incorrect withdrawal password" },
  BELOW_MINIMUM_WITHDRAWAL: { status: 422, message: "Below minimum withdrawal amount" },
  EXCEEDS_DAILY_LIMIT: { status: 422, message: "Exceeds daily limit" },
  WITHDRAWALS_ON_HOLD: { status: 403, message: "Withdrawals are on hold" },
  ADDRESS_NOT_SAVED: {
    status: 403,
    message: "Withdrawals go to saved addresses only. Save this address first.",
  },
  ADDRESS_NOT_USABLE_YET: { status: 403, message: "This address is too new" },
  WITHDRAWAL_TERMS_CHANGED: {
    status: 409,
    message: "The withdrawal fee has changed. Please look at it again.",
  },
  ALREADY_PROCESSED: { status: 409, message: "This request has already been processed" },
  TRANSACTION_HASH_REPEATED: {
    status: 409,
    message: "The same transaction hash stands in another request",
  },
  RATE_UNAVAILABLE: { status: 503, message: "No market rate is available right now" },
  // chat
  CHAT_CLOSED: { status: 409, message: "This conversation is closed" },
  // trading
  TRADE_AMOUNT_OUT_OF_RANGE: {
    status: 422,
    message: "The trade amount is outside the allowed range",
  },
  PRODUCT_DISABLED: { status: 403, message: "This product is not available for your account" },
  TOO_MANY_RUNS: { status: 422, message: "You have too many strategy runs. Stop one first." },
  BACKTEST_TOO_SHORT: {
    status: 422,
    message: "There is not enough price history for this backtest yet",
  },
  DAILY_TRADE_LIMIT: { status: 422, message: "You have reached your daily trade limit" },
  MARKET_STALE: { status: 503, message: "The market price is delayed. Trading is paused." },
  PRICE_MOVED: { status: 409, message: "The price has moved. Please review the new price." },
  MARKET_THIN: {
    status: 503,
    message: "Too few price sources. New options are paused.",
  },
  HOUSE_LIMIT: {
    status: 503,
    message: "This trade can't be accepted right now. Try a smaller amount.",
  },
  // house
  HOUSE_TRANSFER_INVALID: { status: 422, message: "These accounts can't exchange money" },
  HOUSE_INSUFFICIENT: { status: 422, message: "The account does not hold this amount" },
  HOUSE_BELOW_OBLIGATIONS: {
    status: 422,
    message: "The account must keep what the house already owes out of it",
  },
  TRADE_TERMS_CHANGED: {
    status: 409,
    message: "The terms have changed. Please look at them again.",
  },
  // storage
  BELOW_MINIMUM_STORAGE: { status: 422, message: "The amount must be greater than 10 USDT" },
  INSUFFICIENT_USDT_BALANCE: { status: 422, message: "Insufficient USDT balance" },
  INSUFFICIENT_XAUT_BALANCE: { status: 422, message: "Insufficient XAUT balance" },
  // savings
  SAVING_PLAN_INACTIVE: { status: 409, message: "This plan does not take new subscriptions" },
  SAVING_TERMS_CHANGED: {
    status: 409,
    message: "The terms of this plan have changed. Please look at them again.",
  },
  SAVING_BELOW_MINIMUM: { status: 422, message: "Below the minimum of this plan" },
  SAVING_ABOVE_MAXIMUM: { status: 422, message: "Above the maximum of this plan" },
  SAVING_CAPACITY_FULL: { status: 422, message: "This plan has no room for this amount" },
  SAVING_NOT_FUNDED: {
    status: 503,
    message: "This plan's interest can't be set aside in full right now. Please try again later.",
  },
  SAVING_PLAN_IN_USE: {
    status: 409,
    message:
      "Savings were made with this plan: it can't be deleted, and its type and currency stay. Close it and add another one.",
  },
  SAVING_CLOSED: { status: 409, message: "This saving has already ended" },
  MAINTENANCE: {
    status: 503,
    message: "Maintenance is going on. Please try again later.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;
