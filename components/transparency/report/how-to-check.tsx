import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { TextLink } from "@/components/ui/text-link";
import { Code } from "./parts";

/** Their own tool for trees of this format. */
const VALIDATOR = "https://github.com/BitMEX/proof-of-reserves-liabilities";
const FILE =
  "inline-flex min-h-target items-center text-gold-text underline underline-offset-2 hover:no-underline";

/** What each of the proofs takes: three steps, each with its tool. */
export function HowToCheck({ site }: { site: string }) {
  const t = useTranslations("transparency.how");
  const command = <Code key="command">{`npm run witness -- ${site}`}</Code>;
  const steps: { key: "trade" | "balance" | "record"; id: string; tool: ReactNode }[] = [
    {
      key: "trade",
      id: "check-trade",
      tool: (
        <a href="/verify.html" className={FILE}>
          {t("verifier")}
        </a>
      ),
    },
    {
      key: "balance",
      id: "check-balance",
      tool: (
        <a href={VALIDATOR} rel="noopener" className={FILE}>
          {t("validator")}
        </a>
      ),
    },
    { key: "record", id: "check-record", tool: command },
  ];
  return (
    <Card padding="wide" aria-labelledby="how">
      <SectionTitle
        id="how"
        action={
          <TextLink look="action" href="/transparency/how">
            {t("inDetail")}
          </TextLink>
        }
      >
        {t("title")}
      </SectionTitle>
      <ol className="grid gap-4 md:grid-cols-3">
        {steps.map(({ key, id, tool }, index) => (
          <li key={key} id={id} className="min-w-0 scroll-mt-4">
            <h3 className="flex items-center gap-2 font-semibold">
              <span
                aria-hidden="true"
                className="flex size-7 shrink-0 items-center justify-center rounded-chip bg-gold-soft text-caption text-gold-text"
              >
                {index + 1}
              </span>
              {t(`${key}.title`)}
            </h3>
            <p className="mt-1 text-caption text-text-2">{t(`${key}.text`)}</p>
            <p className="mt-1 text-caption">{tool}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
