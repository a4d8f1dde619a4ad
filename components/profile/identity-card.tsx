import { CircleCheck, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/display/card";
import { Pill } from "@/components/ui/display/pill";
import { CopyableNumber } from "./copyable";

export interface IdentityCardProps {
  number: string;
  username: string;
  emailVerified: boolean;
}

/** Who is logged in, with the number to tell support. */
export function IdentityCard({ number, username, emailVerified }: IdentityCardProps) {
  const t = useTranslations("profile");
  return (
    <Card padding="wide">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-semibold text-sheet [overflow-wrap:anywhere]">{username}</p>
        {emailVerified ? (
          <Pill tone="up" icon={CircleCheck}>
            {t("verified")}
          </Pill>
        ) : (
          <Pill tone="warn" icon={Clock}>
            {t("unverified")}
          </Pill>
        )}
      </div>
      <div className="mt-1">
        <CopyableNumber name={t("id")} text={number} label={t("copyId")} />
      </div>
    </Card>
  );
}
