"use client";

import { type EventHandlers, invalidates, Realtime } from "@/components/app/realtime";
import { commonEvents } from "@/components/app/user-events";
import { staffKeys } from "@/lib/accounts/staff-client";
import { staffChatKeys } from "@/lib/chat/staff-client";
import { staffDepositKeys } from "@/lib/deposits/staff-client";
import { staffWithdrawalKeys } from "@/lib/withdrawals/staff-client";

const refreshChat = invalidates(staffChatKeys.all, staffKeys.overview());

/** What staff pages react to. A domain adds an entry here and nothing else. */
const staffEvents: EventHandlers = {
  ...commonEvents,
  queue: invalidates(
    staffKeys.queue(),
    staffKeys.overview(),
    staffDepositKeys.all,
    staffWithdrawalKeys.all,
  ),
  rights: (_data, { refreshPage }) => refreshPage(),
  "chat:message": refreshChat,
  "chat:read": refreshChat,
  "chat:status": refreshChat,
};

/** Live events of the staff pages. */
export function StaffRealtime() {
  return <Realtime events={staffEvents} />;
}
