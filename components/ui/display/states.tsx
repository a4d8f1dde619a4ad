import { Inbox, type LucideIcon, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../button";

export interface EmptyStateProps {
  icon?: LucideIcon;
  /** One line. */
  text: ReactNode;
  /** One action: a `ButtonLink` or `Button`. */
  action?: ReactNode;
}

/** What a list shows when the answer has arrived and holds nothing. */
export function EmptyState({ icon: Icon = Inbox, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-8 text-center">
      <Icon aria-hidden="true" className="size-6 text-text-3" />
      <p className="text-text-2">{text}</p>
      {action}
    </div>
  );
}

export interface ErrorStateProps {
  /** What failed. Defaults to the server-error text. */
  text?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** An error reference to tell support. */
  reference?: string;
  action?: ReactNode;
}

/** What failed, with Retry. Put old data, if any, above it. */
export function ErrorState({
  text,
  onRetry,
  retrying = false,
  reference,
  action,
}: ErrorStateProps) {
  const t = useTranslations("ui");
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-8 text-center">
      <TriangleAlert aria-hidden="true" className="size-6 text-down" />
      <p>{text ?? t("serverError")}</p>
      {reference ? (
        <p className="text-caption text-text-2">{t("errorReference", { reference })}</p>
      ) : null}
      {onRetry ? (
        <Button variant="outline" pending={retrying} pendingLabel={t("retrying")} onClick={onRetry}>
          {t("retry")}
        </Button>
      ) : null}
      {action}
    </div>
  );
}
