"use client";

import { Bookmark } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import { Select } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useViews } from "@/lib/views/client";
import { VIEW_FILTERS, type ViewList } from "@/lib/views/rules";
import type { ListUrl } from "./use-list-url";
import type { ViewsDialogProps } from "./views-dialog";

const ViewsDialog = lazyDialog<ViewsDialogProps>(() =>
  import("./views-dialog").then((module) => module.ViewsDialog),
);

/** Chooses among the views of a list that one keeps, and opens what keeps them. */
export function SavedViews({ url, list }: { url: ListUrl; list: ViewList }) {
  const t = useTranslations("staffViews");
  const views = useViews(list).data ?? [];
  const [open, setOpen] = useState(false);
  const choose = (filters: Record<string, string>) => {
    const cleared = Object.fromEntries(VIEW_FILTERS[list].map((name) => [name, null]));
    url.change({ ...cleared, ...filters });
  };
  const isShown = ({ filters }: { filters: Record<string, string> }) =>
    VIEW_FILTERS[list].every((name) => (filters[name] ?? "") === (url.filters[name] ?? ""));
  return (
    <>
      {views.length > 0 ? (
        <Field label={t("choose")} hideLabel>
          <Select
            value={views.find(isShown)?.id ?? ""}
            onChange={(event) =>
              choose(views.find(({ id }) => id === event.target.value)?.filters ?? {})
            }
          >
            <option value="">{t("none")}</option>
            {views.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Button
        variant="outline"
        icon={<Bookmark aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t("open")}
      </Button>
      <ViewsDialog
        list={list}
        filters={url.filters}
        open={open}
        onClose={() => setOpen(false)}
        onChoose={(filters) => {
          choose(filters);
          setOpen(false);
        }}
      />
    </>
  );
}
