import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/display/card";
import { FILE_LINK } from "@/components/ui/text-link";
import type { Report } from "@/lib/board/report";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatAmount, formatRate } from "@/lib/platform/ui/format";

const CURRENCIES = ["USDT", "XAUT"] as const;

/** What is owed, what is held and how long the record is: one card each. */
export function Totals({ report }: { report: Report }) {
  const t = useTranslations("transparency");
  const { log, reserves } = report;
  const [owed] = report.liabilities;
  const covered = reserves.coverage.filter(({ ratio }) => ratio !== null);
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <Figures
        id="owed"
        label={t("owed")}
        values={owed ? CURRENCIES.map((one) => formatAmount(owed.trees[one].total, one)) : null}
      >
        {owed ? (
          <>
            <p>{t("accounts", { count: owed.accounts })}</p>
            <p>
              {t("wholeTree")}{" "}
              {CURRENCIES.map((one) => (
                <a key={one} href={owed.trees[one].file} className={`${FILE_LINK} mr-2`} download>
                  {one}
                </a>
              ))}
              <a href="#check-balance" className={FILE_LINK}>
                {t("findYours")}
              </a>
            </p>
          </>
        ) : (
          <p>{t("firstTree")}</p>
        )}
      </Figures>
      <Figures
        id="held"
        label={t("held")}
        values={
          reserves.reserves.length > 0
            ? reserves.coverage.map(({ currency, reserves: sum }) => formatAmount(sum, currency))
            : null
        }
      >
        {reserves.reserves.length === 0 ? (
          <p>{t("noReserves")}</p>
        ) : (
          <>
            {covered.length > 0 ? (
              <p>
                {covered
                  .map(({ currency, ratio }) => t("covers", { rate: formatRate(ratio), currency }))
                  .join(" · ")}
              </p>
            ) : null}
            <p>
              {reserves.coverage
                .map(({ currency, proved }) =>
                  t("proved", { amount: formatAmount(proved, currency) }),
                )
                .join(" · ")}{" "}
              <a href="#reserves" className={FILE_LINK}>
                {t("byAddress")}
              </a>
            </p>
          </>
        )}
      </Figures>
      <Figures
        id="record"
        label={t("record")}
        values={log ? [t("entries", { count: log.size })] : null}
      >
        {log ? (
          <>
            <p>{t("newestCheckpoint", { at: formatUtc(log.at, { style: "full" }) })}</p>
            <p>
              {t("witnesses", { count: log.witnesses.length })}{" "}
              <a href="#log" className={FILE_LINK}>
                {t("keyAndRoot")}
              </a>
            </p>
          </>
        ) : (
          <p>{t("noLog")}</p>
        )}
      </Figures>
    </div>
  );
}

function Figures({
  id,
  label,
  values,
  children,
}: {
  id: string;
  label: string;
  /** Null where nothing is known yet. */
  values: string[] | null;
  children: ReactNode;
}) {
  return (
    <Card padding="wide" aria-labelledby={id}>
      <h2 id={id} className="text-caption text-text-2">
        {label}
      </h2>
      {values === null ? (
        <p className="font-semibold text-page">—</p>
      ) : (
        values.map((value) => (
          <p key={value} className="font-semibold text-page tabular-nums [overflow-wrap:anywhere]">
            {value}
          </p>
        ))
      )}
      <div className="mt-1 text-caption text-text-2">{children}</div>
    </Card>
  );
}
