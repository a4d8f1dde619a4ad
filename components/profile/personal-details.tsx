import { CircleCheck, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { KeyValueRows } from "@/components/ui/key-value-rows";
import { Pill } from "@/components/ui/pill";
import { fullPhoneNumber } from "@/lib/accounts/phone-rules";
import type { UserDto } from "@/lib/accounts/schema";
import { formatDateTime, UNKNOWN } from "@/lib/platform/ui/format";

/** What the person told at registration, to read and to copy. */
export function PersonalDetails({ user }: { user: UserDto }) {
  const t = useTranslations("personalInfo");
  const copyable = (text: string, label: string) => (
    <span className="inline-flex items-center gap-1">
      <span className="break-all">{text}</span>
      <span className="-my-2.5 -mr-3">
        <CopyButton text={text} label={label} compact />
      </span>
    </span>
  );
  return (
    <KeyValueRows
      rows={[
        { label: t("username"), value: user.username },
        {
          label: t("id"),
          value: <span className="font-mono text-caption">{copyable(user.id, t("copyId"))}</span>,
          stacked: true,
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
        { label: t("country"), value: user.country },
        { label: t("phone"), value: fullPhoneNumber(user) || UNKNOWN },
        { label: t("gender"), value: user.gender || UNKNOWN },
        { label: t("referral"), value: copyable(user.referralCode, t("copyReferral")) },
        { label: t("since"), value: formatDateTime(user.createdAt, { style: "date" }) },
      ]}
    />
  );
}
