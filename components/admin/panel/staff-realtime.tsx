"use client";

import { Live } from "@/components/app/live/live";
import { type EventHandlers, invalidates } from "@/components/app/live/realtime";
import { commonEvents } from "@/components/app/live/user-events";
import { approvalKeys } from "@/lib/approvals/client";
import { staffChatKeys } from "@/lib/chat/staff-client";
import { contactKeys } from "@/lib/contacts/client";
import { staffContactKeys } from "@/lib/contacts/staff-client";
import { staffDepositKeys } from "@/lib/deposits/staff-client";
import { staffDocumentKeys } from "@/lib/documents/staff-client";
import { staffSettingKeys } from "@/lib/settings/client";
import { staffKeys } from "@/lib/staff/client";
import { staffWalletKeys } from "@/lib/wallets/staff-client";
import { staffWithdrawalKeys } from "@/lib/withdrawals/staff-client";

const refreshSettings = invalidates(staffSettingKeys.all);
const refreshChat = invalidates(staffChatKeys.all, staffKeys.overview());

/** What staff pages react to. A domain adds an entry here and nothing else. */
export const staffEvents: EventHandlers = {
  ...commonEvents,
  queue: invalidates(
    staffKeys.queue(),
    staffKeys.overview(),
    staffDepositKeys.all,
    staffWithdrawalKeys.all,
    approvalKeys.all,
  ),
  settings: (data, context) => {
    commonEvents.settings?.(data, context);
    refreshSettings(data, context);
  },
  documents: (data, context) => {
    // What is gone can't be fetched again; who has it open keeps what they typed.
    const isGone = (data as { gone?: unknown } | null)?.gone === true;
    const keys = isGone ? staffDocumentKeys.list() : staffDocumentKeys.all;
    invalidates(keys)?.(data, context);
  },
  rights: (_data, { refreshPage }) => refreshPage(),
  wallets: invalidates(staffWalletKeys.all),
  contacts: invalidates(contactKeys.all, staffContactKeys.all),
  "chat:message": refreshChat,
  "chat:read": refreshChat,
  "chat:status": refreshChat,
};

/** Live events of the staff pages, with what the person is told as a user. */
export function StaffRealtime() {
  return <Live events={staffEvents} showsAmounts />;
}
