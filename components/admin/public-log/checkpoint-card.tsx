"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Address } from "@/components/ui/display/address";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { FILE_LINK } from "@/components/ui/text-link";
import { Age } from "@/components/ui/time/age";
import type { PublicLogDto } from "@/lib/public-log/schema";

/** More waiting entries are not counted. */
const COUNTED = 10_000;
/** How long the log is, when it was signed last and what waits for its place. */
export function CheckpointCard({
  log,
  nameByAddress,
  waiting,
}: Pick<PublicLogDto, "log" | "nameByAddress" | "waiting">) {
  const t = useTranslations("staffPublicLog");
  const { count, seconds } = waiting;
  const waits =
    count === 0
      ? t("nothingWaits")
      : count > COUNTED
        ? t("manyWait", { count: COUNTED, seconds })
        : t("waits", { count, seconds });
  return (
    <Card aria-labelledby="checkpoint">
      <SectionTitle id="checkpoint">{t("checkpoint")}</SectionTitle>
      {log === null ? <p className="text-text-2">{t("notBegun")}</p> : null}
      <KeyValueRows
        rows={[
          ...(log
            ? [
                { label: t("entries"), value: t("number", { value: log.size }), strong: true },
                { label: t("made"), value: <Age at={log.at} /> },
              ]
            : []),
          { label: t("waiting"), value: waits },
          ...(log
            ? [
                { label: t("origin"), value: <span translate="no">{log.origin}</span> },
                {
                  label: t("root"),
                  value: <Copied text={log.root} label={t("copyRoot")} />,
                  stacked: true,
                },
                {
                  label: t("key"),
                  value: <Copied text={log.key} label={t("copyKey")} />,
                  stacked: true,
                },
              ]
            : []),
        ]}
      />
      {log && log.origin !== nameByAddress ? (
        <Banner tone="info">{t("otherName", { name: nameByAddress })}</Banner>
      ) : null}
      {log ? (
        <p className="mt-2 flex flex-wrap gap-x-4 text-caption">
          <span className="text-text-2">{t("files")}</span>
          {["/log/checkpoint", "/log/key"].map((path) => (
            <a key={path} href={path} className={FILE_LINK}>
              {path}
            </a>
          ))}
        </p>
      ) : null}
    </Card>
  );
}

function Copied({ text, label }: { text: string; label: string }): ReactNode {
  const ref = useRef<HTMLElement>(null);
  return (
    <span className="flex items-center justify-between gap-2">
      <Address ref={ref} value={text} />
      <CopyButton compact text={text} label={label} textRef={ref} />
    </span>
  );
}
