"use client";

import { Ban, Check, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Pill } from "@/components/ui/display/pill";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { UNKNOWN } from "@/lib/platform/ui/format";
import type { SignInDto, SignInList } from "@/lib/security/schema";
import { useUserPages } from "@/lib/staff/user-client";
import { MoreList } from "../activity/more-list";

function Outcome({ outcome }: { outcome: SignInDto["outcome"] }) {
  const t = useTranslations("security.signIns.outcomes");
  if (outcome === "success") {
    return (
      <Pill tone="up" icon={Check}>
        {t(outcome)}
      </Pill>
    );
  }
  const isRefusal = outcome === "inactive";
  return (
    <Pill tone={isRefusal ? "neutral" : "warn"} icon={isRefusal ? Ban : TriangleAlert}>
      {t(outcome)}
    </Pill>
  );
}

/** Every login of a user and every refused attempt. */
export function SignInsSection({ userId }: { userId: string }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffUser.signIns");
  const answer = useUserPages<SignInList>(userId, "sign-ins");
  return (
    <MoreList
      id="sign-ins"
      title={t("title")}
      answer={answer}
      rowsOf={(page) => page.signIns}
      emptyText={t("empty")}
      columns={[
        { key: "time", header: t("time"), at: ({ createdAt }) => createdAt },
        { key: "device", header: t("device"), cell: ({ device }) => device },
        { key: "ip", header: t("ip"), cell: ({ ip }) => ip ?? UNKNOWN },
        {
          key: "outcome",
          header: t("outcome"),
          cell: ({ outcome }) => <Outcome outcome={outcome} />,
        },
      ]}
      card={({ device, ip, createdAt, outcome }) => ({
        title: device,
        meta: `${formatDateTime(createdAt, { zone: true })} · ${ip ?? UNKNOWN}`,
        status: <Outcome outcome={outcome} />,
      })}
    />
  );
}
