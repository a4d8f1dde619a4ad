import { alertDelivery } from "@/lib/alerts/notifications";
import { joinDeliveries } from "@/lib/notifications/delivery";
import { orderDelivery } from "@/lib/orders/notifications";
import { recurringDelivery } from "@/lib/recurring/notifications";
import { referralDelivery } from "@/lib/referrals/notifications";
import { savingDelivery, savingOrderDelivery } from "@/lib/savings/notifications";
import { openingDelivery } from "@/lib/trading/opening-delivery";
import { withPractice } from "@/lib/trading/practice-delivery";
import { tradeDelivery } from "@/lib/trading/trade-notifications";
import { conversionDelivery } from "@/lib/vault/notifications";
import { withdrawalDelivery } from "@/lib/withdrawals/notifications";

// A new kind is one line.
const real = joinDeliveries([
  openingDelivery,
  tradeDelivery,
  orderDelivery,
  alertDelivery,
  recurringDelivery,
  conversionDelivery,
  withdrawalDelivery,
  savingDelivery,
  savingOrderDelivery,
  referralDelivery,
]);

/** What follows the messages of each kind in the outbox. */
export const deliveries = withPractice(real);
