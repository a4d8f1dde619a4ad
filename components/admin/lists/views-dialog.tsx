"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormText } from "@/components/forms/form-fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { Dialog } from "@/components/ui/overlays/dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useSwapFocus } from "@/components/ui/use-swap-focus";
import { messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { useViewChanges, useViews } from "@/lib/views/client";
import { MAX_VIEW_NAME, type ViewList } from "@/lib/views/rules";
import type { CreateViewInput, ViewDto } from "@/lib/views/schema";

type Filters = Record<string, string>;

export interface ViewsDialogProps {
  list: ViewList;
  /** What the list is narrowed by now. */
  filters: Filters;
  open: boolean;
  onClose: () => void;
  onChoose: (filters: Filters) => void;
}

/** The views of a list that one keeps: to choose, rename and delete one, and to keep the filters of now. */
export function ViewsDialog({ list, filters, open, onClose, onChoose }: ViewsDialogProps) {
  const t = useTranslations("staffViews");
  const answer = useViews(list);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("title")}
      description={t("description")}
    >
      <div className="space-y-4">
        {isFiltered ? (
          <SaveForm list={list} filters={filters} />
        ) : (
          <p className="text-text-2">{t("noFilter")}</p>
        )}
        {!answer.data ? (
          <QueryState query={answer} label={t("loading")} rows={3} />
        ) : answer.data.length === 0 ? (
          <EmptyState text={t("empty")} />
        ) : (
          <ul aria-label={t("title")} className="rounded-card border border-line">
            {answer.data.map((view) => (
              <View key={view.id} list={list} view={view} onChoose={onChoose} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

type NameDraft = { name: string };

const loadCreate = () => import("@/lib/views/schema").then((module) => module.createViewSchema);
const loadRename = () => import("@/lib/views/schema").then((module) => module.renameViewSchema);

function SaveForm({ list, filters }: Pick<ViewsDialogProps, "list" | "filters">) {
  const t = useTranslations("staffViews");
  const { save } = useViewChanges(list);
  const request = useRequestKey();
  const form = useSchemaForm<NameDraft, CreateViewInput>({
    start: { name: "" },
    loadSchema: loadCreate,
    toInput: ({ name }) => ({ list, name, filters }),
  });
  const send = async (view: CreateViewInput) => {
    try {
      await request.sent(JSON.stringify(view), (key) => save.mutateAsync({ view, key }));
    } catch (failure) {
      return failure;
    }
    form.reset();
    showToast.success(t("saved"));
  };
  return (
    <SchemaForm form={form} onValid={send}>
      <FormText
        form={form}
        name="name"
        label={t("newName")}
        maxLength={MAX_VIEW_NAME}
        aria-required
      />
      <Button type="submit" pending={save.isPending}>
        {t("save")}
      </Button>
    </SchemaForm>
  );
}

type ViewProps = Pick<ViewsDialogProps, "list" | "onChoose"> & { view: ViewDto };

function View({ list, view, onChoose }: ViewProps) {
  const t = useTranslations("staffViews");
  const { remove } = useViewChanges(list);
  const [renaming, setRenaming] = useState(false);
  const { element, press } = useSwapFocus<HTMLLIElement>(renaming, "input, button");
  const swap = (to: boolean) => {
    press();
    setRenaming(to);
  };
  const drop = () => remove.mutate(view.id, { onSuccess: () => showToast.success(t("deleted")) });
  return (
    <li ref={element} className="space-y-2 border-line p-3 not-last:border-b">
      {renaming ? (
        <RenameForm list={list} view={view} onDone={() => swap(false)} />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <button
            type="button"
            className="min-h-target w-full text-left font-semibold text-gold-text underline-offset-2 [overflow-wrap:anywhere] hover:underline"
            onClick={() => onChoose(view.filters)}
          >
            {view.name}
          </button>
          <Button
            variant="outline"
            aria-label={t("renameOf", { name: view.name })}
            onClick={() => swap(true)}
          >
            {t("rename")}
          </Button>
          <Button
            variant="outline"
            pending={remove.isPending}
            aria-label={t("deleteOf", { name: view.name })}
            onClick={drop}
          >
            {t("delete")}
          </Button>
        </div>
      )}
      {remove.isError ? <InlineError>{messageOf(remove.error)}</InlineError> : null}
    </li>
  );
}

function RenameForm({ list, view, onDone }: Omit<ViewProps, "onChoose"> & { onDone: () => void }) {
  const t = useTranslations("staffViews");
  const { rename } = useViewChanges(list);
  const form = useSchemaForm<NameDraft, NameDraft>({
    start: { name: view.name },
    loadSchema: loadRename,
  });
  const send = async ({ name }: NameDraft) => {
    try {
      await rename.mutateAsync({ id: view.id, name });
    } catch (failure) {
      return failure;
    }
    onDone();
  };
  return (
    <SchemaForm form={form} onValid={send}>
      <FormText form={form} name="name" label={t("name")} maxLength={MAX_VIEW_NAME} aria-required />
      <div className="flex gap-2">
        <Button variant="outline" onClick={onDone}>
          {t("cancel")}
        </Button>
        <Button type="submit" pending={rename.isPending}>
          {t("save")}
        </Button>
      </div>
    </SchemaForm>
  );
}
