import { useTranslations } from "next-intl";
import type { RecurringDto } from "@/lib/recurring/schema";

/** Writes how often a recurring buy comes. */
export function useRecurringText() {
  const t = useTranslations("recurring");
  const scheduleOf = ({ every, day, time }: Pick<RecurringDto, "every" | "day" | "time">) => {
    if (every === "day" || day === null) return t("schedule.day", { time });
    if (every === "month") return t("schedule.month", { day, time });
    return t("schedule.week", { day: t(`weekdays.${day as 1}`), time });
  };
  return { scheduleOf };
}
