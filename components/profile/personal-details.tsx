"use client";

import { CircleCheck, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Pill } from "@/components/ui/display/pill";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { fullPhoneNumber } from "@/lib/accounts/phone-rules";
import type { UserDto } from "@/lib/accounts/schema";
import { UNKNOWN } from "@/lib/platform/ui/format";
import { Copyable } from "./copyable";

/** What the person told at registration, to read and to copy; country and gender in the reader's language. */
export function PersonalDetails({
  user,
  country,
  gender,
}: {
  user: UserDto;
  country: string;
  gender: string;
}) {
  const formatDateTime = useDateTime();
  const t = useTranslations("personalInfo");
  return (
    <KeyValueRows
      rows={[
        { label: t("username"), value: user.username },
        {
          label: t("id"),
          value: <Copyable text={user.number} label={t("copyId")} />,
        },
        {
          label: t("email"),
          value: (
            <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
              {user.email}
              {user.emailVerified ? (
                <Pill tone="up" icon={CircleCheck}>
                  {t("verified")}
                </Pill>
              ) : (
                <Pill tone="warn" icon={Clock}>
                  {t("unverified")}
                </Pill>
              )}
            </span>
          ),
        },
        { label: t("country"), value: country },
        { label: t("phone"), value: fullPhoneNumber(user) || UNKNOWN },
        { label: t("gender"), value: gender || UNKNOWN },
        {
          label: t("referral"),
          value: <Copyable text={user.referralCode} label={t("copyReferral")} />,
        },
        { label: t("since"), value: formatDateTime(user.createdAt, { style: "date" }) },
      ]}
    />
  );
}
