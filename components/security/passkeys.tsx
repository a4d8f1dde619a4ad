"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { CardList } from "@/components/ui/display/data-list";
import { Pill } from "@/components/ui/display/pill";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { usePasskeys } from "@/lib/security/passkeys/client";
import type { PasskeyDto } from "@/lib/security/passkeys/schema";
import type { Security } from "@/lib/security/schema";

const PasskeyDialog = lazyDialog(() =>
  import("./passkey-dialog").then((module) => module.PasskeyDialog),
);

const TITLE_ID = "passkeys";

/** The account's passkeys, and the ways to add and remove one. */
export function Passkeys({ security }: { security: Security }) {
  const t = useTranslations("security.passkeys");
  const passkeys = usePasskeys();
  const [task, setTask] = useState<{ removing: PasskeyDto | null; open: boolean } | null>(null);
  const ask = (removing: PasskeyDto | null) => setTask({ removing, open: true });
  return (
    <section aria-labelledby={TITLE_ID}>
      <SectionTitle
        id={TITLE_ID}
        action={
          <Button variant="ghost" className="-mx-4" onClick={() => ask(null)}>
            {t("add")}
          </Button>
        }
      >
        {t("title")}
      </SectionTitle>
      <p className="mb-3 text-caption text-text-2">{t("text")}</p>
      {passkeys.data === undefined ? (
        <QueryState query={passkeys} label={t("title")} rows={1} text={t("failed")} />
      ) : (
        <PasskeyList passkeys={passkeys.data} onRemove={ask} />
      )}
      {task ? (
        <PasskeyDialog
          open={task.open}
          onOpenChange={(open) => setTask({ ...task, open })}
          removing={task.removing}
          security={security}
          hasPasskeys={(passkeys.data ?? []).length > 0}
        />
      ) : null}
    </section>
  );
}

function PasskeyList({
  passkeys,
  onRemove,
}: {
  passkeys: PasskeyDto[];
  onRemove: (passkey: PasskeyDto) => void;
}) {
  const formatDateTime = useDateTime();
  const t = useTranslations("security.passkeys");
  if (passkeys.length === 0) {
    return (
      <Card padding="none">
        <EmptyState icon={KeyRound} text={t("empty")} />
      </Card>
    );
  }
  return (
    <CardList
      caption={t("title")}
      rows={passkeys}
      rowKey={({ id }) => id}
      card={(passkey) => {
        const date = formatDateTime(passkey.createdAt, { style: "date" });
        const { lastUsedAt } = passkey;
        return {
          title: passkey.name,
          amount: passkey.synced ? <Pill>{t("synced")}</Pill> : null,
          meta: lastUsedAt
            ? t("used", { date, at: formatDateTime(lastUsedAt, { zone: true }) })
            : t("neverUsed", { date }),
          actions: (
            <Button
              variant="outline"
              aria-label={t("removeNamed", { name: passkey.name })}
              onClick={() => onRemove(passkey)}
            >
              {t("remove")}
            </Button>
          ),
        };
      }}
    />
  );
}
