import { useTranslations } from "next-intl";
import { StatusPill } from "@/components/ui/display/pill";
import { TextLink } from "@/components/ui/text-link";

const STEPS = ["one", "two", "three"] as const;

/** What a person without any money yet can do. */
export function FirstDeposit({ pending }: { pending: number }) {
  const t = useTranslations("home.first");
  return (
    <div className="mt-4 border-line border-t pt-4">
      <h3 className="font-semibold text-section">{t("title")}</h3>
      {pending > 0 ? (
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <StatusPill status="pending" />
          <TextLink href="/deposit">{t("pending", { count: pending })}</TextLink>
        </p>
      ) : null}
      <ol aria-label={t("steps")} className="mt-3 space-y-2">
        {STEPS.map((step, index) => (
          <li key={step} className="flex items-start gap-3">
            <span
              aria-hidden="true"
              className="flex size-6 shrink-0 items-center justify-center rounded-full bg-gold-soft font-semibold text-caption text-gold-text"
            >
              {index + 1}
            </span>
            <span className="text-text-2">{t(step)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
