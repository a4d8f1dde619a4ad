"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { CustomerServiceButton } from "@/components/contacts/customer-service-button";
import { PageTitle } from "@/components/layout/page";
import { Button, ButtonLink } from "@/components/ui/button";
import { errorReference } from "./error-reference";
import { usePageRetry } from "./use-page-retry";

export interface ErrorViewProps {
  error: unknown;
  /** Fetches and renders the segment again. */
  onRetry: () => void;
  homeHref?: string;
}

/** A page that failed: Retry, support, and the reference under which the server logged it. */
export function ErrorView({ error, onRetry, homeHref = "/" }: ErrorViewProps) {
  const t = useTranslations("app.error");
  const tUi = useTranslations("ui");
  const reference = errorReference(error);
  const onPress = usePageRetry(error, onRetry);
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-[430px] flex-col items-center gap-4 px-4 py-12 text-center"
    >
      <TriangleAlert aria-hidden="true" className="size-8 text-down" />
      <PageTitle className="text-page">{t("title")}</PageTitle>
      <p className="text-text-2">{t("text")}</p>
      {reference ? (
        <p className="text-caption text-text-2">{tUi("errorReference", { reference })}</p>
      ) : null}
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={onPress}>{tUi("retry")}</Button>
        <CustomerServiceButton look="button" />
        <ButtonLink href={homeHref} variant="ghost">
          {t("home")}
        </ButtonLink>
      </div>
    </div>
  );
}
