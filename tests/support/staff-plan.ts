import type { AdminSavingDto } from "@/lib/savings/staff-schema";

/** A plan as the staff's list has it. */
export const STAFF_PLAN: AdminSavingDto = {
  id: "1",
  name: "Thirty days",
  description: "",
  type: "fixed",
  currency: "USDT",
  dailyRate: "0.00011",
  durationDays: 30,
  minAmount: "50.000000",
  maxAmount: null,
  capacity: "1000.000000",
  subscribed: "0.000000",
  own: "0.000000",
  subscribable: "0.000000",
  isActive: true,
  records: { live: 0, closed: 0 },
  funding: { state: "full", needed: "1.000000" },
  createdAt: "2026-11-21T00:00:00.000Z",
  updatedAt: "2026-11-21T01:00:00.000Z",
};
