"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { ProgressBar } from "@/components/ui/display/progress-bar";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { HouseLimits } from "@/lib/house/schema";
import { percentOf } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { useIsFullAdmin } from "../panel/staff-rights";

const LimitsEditor = lazyDialog(() =>
  import("./limits-editor").then((module) => module.LimitsEditor),
);

/** How much open options may cost the house, and how much of it is used. */
export function Limits({ limits }: { limits: HouseLimits }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffHouse.limits");
  const mayChange = useIsFullAdmin();
  const [state, setState] = useState({ open: false, count: 0 });
  const { perExpirySecond, perDirection } = limits;
  return (
    <div className="space-y-4">
      <div className="grid gap-4 lg:grid-cols-2">
        <Card aria-labelledby="per-direction">
          <SectionTitle id="per-direction">{t("perDirection")}</SectionTitle>
          <p className="mb-3 text-text-2">{t("perDirectionText")}</p>
          <ul className="space-y-3">
            <Use label={t("up")} used={perDirection.up} cap={perDirection.cap} />
            <Use label={t("down")} used={perDirection.down} cap={perDirection.cap} />
          </ul>
        </Card>
        <Card aria-labelledby="per-second">
          <SectionTitle id="per-second">{t("perExpirySecond")}</SectionTitle>
          <p className="mb-3 text-text-2">{t("perExpirySecondText")}</p>
          {perExpirySecond.busiest.length === 0 ? (
            <p>{t("noneOpen", { cap: formatAmount(perExpirySecond.cap, "USDT") })}</p>
          ) : (
            <ul aria-label={t("busiest")} className="space-y-3">
              {perExpirySecond.busiest.map(({ at, used }) => (
                <Use
                  key={at}
                  label={formatDateTime(at, { style: "timeSeconds", zone: true })}
                  used={used}
                  cap={perExpirySecond.cap}
                />
              ))}
            </ul>
          )}
        </Card>
      </div>
      {mayChange ? (
        <Button
          variant="outline"
          onClick={() => setState(({ count }) => ({ open: true, count: count + 1 }))}
        >
          {t("change")}
        </Button>
      ) : null}
      {state.count > 0 ? (
        <LimitsEditor
          key={state.count}
          open={state.open}
          onClose={() => setState((now) => ({ ...now, open: false }))}
          limits={limits}
        />
      ) : null}
    </div>
  );
}

function Use({ label, used, cap }: { label: string; used: string; cap: string }) {
  const t = useTranslations("staffHouse.limits");
  const percent = Number(percentOf(used, cap) ?? "100");
  return (
    <li>
      <p className="mb-1 flex flex-wrap justify-between gap-x-4">
        <span>{label}</span>
        <span>
          {t("used", { used: formatAmount(used, "USDT"), cap: formatAmount(cap, "USDT") })}
        </span>
      </p>
      <ProgressBar label={t("useOf", { what: label })} value={percent / 100} />
    </li>
  );
}
