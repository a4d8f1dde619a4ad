"use client";

import { Check, Clock, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DataColumn, DataList } from "@/components/ui/display/data-list";
import { Pill } from "@/components/ui/display/pill";
import { EmptyState } from "@/components/ui/display/states";
import { Age } from "@/components/ui/time/age";
import type { WitnessDto } from "@/lib/public-log/schema";

/** Who is asked to sign each checkpoint, and what came of it. */
export function WitnessesCard({
  witnesses,
  size,
}: {
  witnesses: WitnessDto[];
  /** Of the newest checkpoint. */
  size: number;
}) {
  const t = useTranslations("staffPublicLog");
  const url = (row: WitnessDto) => (
    <span translate="no" className="[overflow-wrap:anywhere]">
      {row.url}
    </span>
  );
  const signed = (row: WitnessDto) =>
    row.size === null ? (
      "—"
    ) : (
      <>
        {t("number", { value: row.size })}
        {row.size < size ? (
          <span className="block text-caption text-text-2">
            {t("behind", { count: size - row.size })}
          </span>
        ) : null}
      </>
    );
  const at = (moment: string | null) => (moment === null ? t("never") : <Age at={moment} />);
  const columns: DataColumn<WitnessDto>[] = [
    { key: "url", header: t("witness"), cell: url },
    { key: "size", header: t("signedSize"), numeric: true, cell: signed },
    { key: "signedAt", header: t("signedAt"), cell: (row) => at(row.signedAt) },
    { key: "askedAt", header: t("askedAt"), cell: (row) => at(row.askedAt) },
    {
      key: "answer",
      header: t("answer"),
      cell: (row) => (
        <>
          <Answer {...row} />
          <Problem {...row} />
        </>
      ),
    },
  ];
  return (
    <section aria-labelledby="witnesses">
      <h2 id="witnesses" className="mb-2 font-semibold text-section">
        {t("witnesses")}
      </h2>
      {witnesses.length === 0 ? (
        <EmptyState text={t("noWitnesses")} />
      ) : (
        <DataList
          caption={t("witnesses")}
          rows={witnesses}
          rowKey={(row) => row.url}
          columns={columns}
          card={(row) => ({
            title: url(row),
            amount: signed(row),
            meta: (
              <>
                {t("signedAt")}: {at(row.signedAt)}
              </>
            ),
            status: <Answer {...row} />,
            note: row.problem ? <Problem {...row} /> : undefined,
          })}
        />
      )}
    </section>
  );
}

function Answer({ problem, askedAt }: WitnessDto) {
  const t = useTranslations("staffPublicLog");
  if (askedAt === null) return <Pill icon={Clock}>{t("notAsked")}</Pill>;
  return problem === null ? (
    <Pill tone="up" icon={Check}>
      {t("signs")}
    </Pill>
  ) : (
    <Pill tone="down" icon={TriangleAlert}>
      {t("refuses")}
    </Pill>
  );
}

/** The witness's own words. */
function Problem({ problem }: Pick<WitnessDto, "problem">) {
  if (problem === null) return null;
  return (
    <span dir="auto" className="block text-caption text-text-2 [overflow-wrap:anywhere]">
      {problem}
    </span>
  );
}
