"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { createPortal } from "react-dom";
import { buttonClass } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { outboxOf } from "@/lib/chat/outbox";
import { useBalanceCheck } from "./use-balance-check";

/** Where banners of every page stand: app/document.tsx. */
const PLACE = "alarms";
const SETTLED_MS = 4_000;

/** Looks once a sign-in for one's balance in the published liabilities, and says on every page where it is not there. */
export function BalanceWatch({ userId }: { userId: string }) {
  const t = useTranslations("ownBalance.alarm");
  const writeTime = useDateTime();
  const router = useRouter();
  const { check } = useBalanceCheck(userId, SETTLED_MS);
  const place = check?.problem ? document.getElementById(PLACE) : null;
  if (!check?.problem || !place) return null;
  const at = writeTime(check.at, { zone: true });
  const problem = t(`problems.${check.problem}`);
  const write = () => {
    const outbox = outboxOf(`chat:${userId}`);
    const message = t("message", { at, problem });
    // What they were about to write stays.
    if (!outbox.draft.includes(message)) {
      outbox.saveDraft([outbox.draft, message].filter(Boolean).join("\n\n"));
    }
    router.push("/chat");
  };
  return createPortal(
    <div role="alert">
      <Banner
        tone="error"
        full
        title={t("title")}
        action={
          // No link: the first one of a page has to be the one that skips to its content.
          <button
            type="button"
            className={buttonClass({ variant: "outline", className: "my-1" })}
            onClick={write}
          >
            {t("write")}
          </button>
        }
      >
        {t("text", { at, problem })}
      </Banner>
    </div>,
    place,
  );
}
