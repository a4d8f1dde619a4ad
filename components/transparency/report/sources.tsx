import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { Pill } from "@/components/ui/display/pill";
import { FILE_LINK } from "@/components/ui/text-link";
import type { LogReport, Report } from "@/lib/board/report";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import type { LiabilitySnapshotDto } from "@/lib/transparency/liabilities/schema";
import type { ReserveDto } from "@/lib/transparency/reserves/schema";
import { NETWORK_NAMES } from "@/lib/wallets/names";
import { Code, Definition, ReportTable } from "./parts";

/** What the figures rest on: addresses, files and the log itself. */
export function Sources({ report }: { report: Report }) {
  return (
    <>
      <Reserves reserves={report.reserves.reserves} />
      <Liabilities snapshots={report.liabilities} />
      {report.log ? <Log log={report.log} /> : null}
    </>
  );
}

const TONES = { signed: "up", not_proved: "warn", stated: "neutral" } as const;

function Reserves({ reserves }: { reserves: ReserveDto[] }) {
  const t = useTranslations("transparency.reserves");
  return (
    <Card padding="wide" aria-labelledby="reserves">
      <SectionTitle id="reserves">{t("title")}</SectionTitle>
      {reserves.length === 0 ? (
        <p className="text-text-2">{t("none")}</p>
      ) : (
        <ReportTable
          caption={t("title")}
          head={[t("place"), t("balance"), t("proof"), t("read")]}
          text={[0, 2, 3]}
          rows={reserves.map((one) => ({
            key: one.id,
            cells: [
              one.address && one.network ? (
                <>
                  {NETWORK_NAMES[one.network]}
                  <span className="block">
                    <Code>{one.address}</Code>
                  </span>
                  {one.explorer ? (
                    <a href={one.explorer.href} rel="noopener noreferrer" className={FILE_LINK}>
                      {one.explorer.name}
                    </a>
                  ) : null}
                </>
              ) : (
                one.custodian
              ),
              formatAmount(one.balance, one.currency, { exact: true }),
              <>
                <Pill tone={TONES[one.proof]}>{t(`proofs.${one.proof}`)}</Pill>
                {one.message && one.signature ? (
                  <Definition label={t("signature")}>
                    <p>{one.message}</p>
                    <p>
                      <Code>{one.signature}</Code>
                    </p>
                  </Definition>
                ) : null}
              </>,
              <>
                {one.source}
                <span className="block text-text-2">
                  {one.blockNumber === null
                    ? null
                    : `${t("block", { number: one.blockNumber })} · `}
                  {formatUtc(one.balanceAt, { style: "dateTime", zone: true })}
                </span>
              </>,
            ],
          }))}
        />
      )}
      <Definition label={t("means")}>
        <p>{t("signedText")}</p>
        <p>{t("notProvedText")}</p>
        <p>{t("statedText")}</p>
        <p>{t("coverageText")}</p>
      </Definition>
    </Card>
  );
}

function Liabilities({ snapshots }: { snapshots: LiabilitySnapshotDto[] }) {
  const t = useTranslations("transparency.liabilities");
  return (
    <Card padding="wide" aria-labelledby="liabilities">
      <SectionTitle id="liabilities">{t("title")}</SectionTitle>
      {snapshots.length === 0 ? (
        <p className="text-text-2">{t("none")}</p>
      ) : (
        <ReportTable
          caption={t("title")}
          head={[t("day"), "USDT", "XAUT", t("accounts")]}
          rows={snapshots.map((one) => ({
            key: one.id,
            cells: [
              <>
                {formatUtc(one.at, { style: "dateTime", zone: true })}
                <Definition label={t("roots")}>
                  <p>
                    USDT <Code>{one.trees.USDT.root}</Code>
                  </p>
                  <p>
                    XAUT <Code>{one.trees.XAUT.root}</Code>
                  </p>
                </Definition>
              </>,
              ...(["USDT", "XAUT"] as const).map((currency) => (
                <a key={currency} href={one.trees[currency].file} className={FILE_LINK} download>
                  {formatAmount(one.trees[currency].total, currency, { unit: false })}
                </a>
              )),
              one.accounts,
            ],
          }))}
        />
      )}
      <p className="mt-2 text-caption text-text-2">{t("text")}</p>
    </Card>
  );
}

function Log({ log }: { log: LogReport }) {
  const t = useTranslations("transparency.log");
  const rows = [
    [t("origin"), log.origin],
    [t("size"), String(log.size)],
    [t("root"), log.root],
    [t("key"), log.key],
    ...(log.witnesses.length > 0 ? [[t("witnesses"), log.witnesses.join(", ")]] : []),
  ];
  return (
    <Card padding="wide" aria-labelledby="log">
      <SectionTitle id="log">{t("title")}</SectionTitle>
      <dl className="grid gap-x-4 gap-y-2 md:grid-cols-[10rem_1fr]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-caption text-text-2">{name}</dt>
            <dd className="min-w-0">
              <Code>{value}</Code>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 flex flex-wrap gap-x-4 text-caption">
        <a href="/log/checkpoint" className={FILE_LINK}>
          /log/checkpoint
        </a>
        <a href="/log/key" className={FILE_LINK}>
          /log/key
        </a>
        <span className="text-text-2">{t("text")}</span>
      </p>
    </Card>
  );
}
