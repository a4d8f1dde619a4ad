import { enqueueNotification } from "@/components/notifications/notification-queue";
import { accountKeys } from "@/lib/accounts/client";
import { aiKeys } from "@/lib/ai/client";
import { alertKeys } from "@/lib/alerts/client";
import { chatKeys } from "@/lib/chat/client";
import { contactKeys } from "@/lib/contacts/client";
import { depositKeys } from "@/lib/deposits/client";
import { applyPriceTick } from "@/lib/market/client";
import type { PriceTick } from "@/lib/market/schema";
import { applyRead, notificationKeys } from "@/lib/notifications/client";
import type { ReadEvent } from "@/lib/notifications/schema";
import { orderKeys } from "@/lib/orders/client";
import { recurringKeys } from "@/lib/recurring/client";
import { savingKeys } from "@/lib/savings/client";
import { transactionKeys } from "@/lib/statements/client";
import { tradingKeys } from "@/lib/trading/client";
import { vaultKeys } from "@/lib/vault/client";
import { withdrawalKeys } from "@/lib/withdrawals/client";
import { type EventHandlers, invalidates } from "./realtime";
import { learnClock } from "./realtime-state";

/** A pushed index price: into every cached price and chart. */
const onPrice: EventHandlers[string] = (data, { queryClient }) => {
  const tick = data as PriceTick;
  learnClock(Date.parse(tick.at));
  applyPriceTick(queryClient, tick);
};

/**
 * Server-rendered: whoever looks at a deposit address sees at once that it changed. Elsewhere nothing shows one, and
 * a page that is gone back to is made anew.
 */
const refreshDepositPage: EventHandlers[string] = (_data, { refreshPage }) => {
  if (window.location.pathname.startsWith("/deposit")) refreshPage();
};

const refreshNotifications = invalidates(notificationKeys.all);
const refreshChat = invalidates(chatKeys.all);
const refreshMoney = invalidates(accountKeys.all, transactionKeys.all);

/** What any logged-in page reacts to, staff pages too. */
export const commonEvents: EventHandlers = {
  price: onPrice,
  settings: (_data, { refreshPage }) => refreshPage(),
  notification: (data, context) => {
    refreshNotifications(data, context);
    enqueueNotification(data);
  },
  "notification:read": (data, { queryClient }) => applyRead(queryClient, data as ReadEvent),
  contacts: invalidates(contactKeys.all),
};

/** What user pages react to. A domain adds an entry here and nothing else. */
export const userEvents: EventHandlers = {
  ...commonEvents,
  balance: refreshMoney,
  account: invalidates(accountKeys.all),
  trade: invalidates(tradingKeys.all, aiKeys.all, accountKeys.all, transactionKeys.all),
  "trade:entered": invalidates(tradingKeys.all),
  order: invalidates(orderKeys.all, accountKeys.all, transactionKeys.all),
  recurring: invalidates(recurringKeys.all, accountKeys.all),
  alert: invalidates(alertKeys.all),
  run: invalidates(aiKeys.all, accountKeys.all),
  setup: invalidates(aiKeys.all),
  saving: invalidates(savingKeys.all, accountKeys.all),
  vault: invalidates(vaultKeys.all, accountKeys.all, transactionKeys.all),
  deposit: invalidates(depositKeys.all, withdrawalKeys.totals, accountKeys.all),
  wallets: refreshDepositPage,
  resync: refreshDepositPage,
  withdrawal: invalidates(withdrawalKeys.all, accountKeys.all),
  "chat:message": refreshChat,
  "chat:read": refreshChat,
  "chat:status": refreshChat,
};
