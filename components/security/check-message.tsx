"use client";

import { CircleCheck, type LucideIcon, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo, useState } from "react";
import { Field } from "@/components/forms/field";
import { TextArea } from "@/components/forms/text-input";
import { Card } from "@/components/ui/display/card";
import { checkMessage, type Found, type SiteFacts } from "@/lib/security/message-rules";

/** More than any mail that somebody pastes. */
const MAX_LENGTH = 20_000;

const ICONS: Record<"own" | "other", { icon: LucideIcon; look: string }> = {
  own: { icon: CircleCheck, look: "text-up" },
  other: { icon: TriangleAlert, look: "text-down" },
};

/** Says of a pasted message, link or address what is the site's and what is not, without sending it anywhere. */
export function CheckMessage({ facts }: { facts: SiteFacts }) {
  const t = useTranslations("checkMessage");
  const [pasted, setPasted] = useState("");
  const read = useDeferredValue(pasted);
  const found = useMemo(() => checkMessage(read, facts), [read, facts]);
  return (
    <>
      <Field label={t("label")} hint={t("hint")}>
        <TextArea
          rows={6}
          maxLength={MAX_LENGTH}
          autoComplete="off"
          spellCheck={false}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
      </Field>
      <div role="status" className="empty:hidden">
        {read.trim() === "" ? null : (
          <Card aria-label={t("result")}>
            {found.length === 0 ? (
              <p>{t("nothing")}</p>
            ) : (
              <ul className="space-y-3">
                {found.map((one) => (
                  <Line key={`${one.kind} ${"text" in one ? one.text : ""}`} found={one} />
                ))}
              </ul>
            )}
            <p className="mt-3 text-caption text-text-2">{t("limits")}</p>
          </Card>
        )}
      </div>
    </>
  );
}

function Line({ found }: { found: Found }) {
  const t = useTranslations("checkMessage.found");
  const { icon: Icon, look } = ICONS[found.verdict === "own" ? "own" : "other"];
  const words = () => {
    switch (found.kind) {
      case "link":
        return t(`link.${found.verdict}`, { host: found.host || "?" });
      case "mail":
        return t(`mail.${found.verdict}`);
      case "address":
        return t(`address.${found.verdict}`, { coin: found.coin });
      case "secret":
        return t("secret");
    }
  };
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${look}`} />
      <span className="min-w-0">
        {words()}
        {"text" in found ? (
          <span className="block text-caption text-text-2 [overflow-wrap:anywhere]">
            {found.text}
          </span>
        ) : null}
      </span>
    </li>
  );
}
