"use client";

import { clsx } from "clsx";
import { ChevronDown, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useEffect, useId, useMemo, useState } from "react";
import { Field } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import { QueryState } from "@/components/ui/display/query-state";
import { SkeletonRows } from "@/components/ui/display/skeleton";
import { EmptyState } from "@/components/ui/display/states";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { ApiError, networkMessage } from "@/lib/platform/client/api";
import { type ApiDocument, matchesOperation, type Operation, operationsOf } from "./operations";
import "swagger-ui-dist/swagger-ui.css";
import "./api-explorer.css";

const OperationDetails = lazyPart(
  () => import("./operation-details").then((module) => module.OperationDetails),
  () => <SkeletonRows count={3} />,
);

/** Loads the document. By hand: the pages of documents have no query cache. */
function useApiDocument() {
  const [data, setData] = useState<ApiDocument>();
  const [error, setError] = useState<Error | null>(null);
  const [isFetching, setFetching] = useState(true);
  useEffect(() => {
    if (!isFetching) return;
    const left = new AbortController();
    fetch("/api/openapi.json", { signal: left.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(String(response.status));
        setData(await response.json());
        setError(null);
      })
      .catch(() => left.signal.aborted || setError(new ApiError(0, "NETWORK", networkMessage())))
      .finally(() => left.signal.aborted || setFetching(false));
    return () => left.abort();
  }, [isFetching]);
  return {
    data,
    error,
    isFetching,
    isPending: !data && !error,
    refetch: () => setFetching(true),
  };
}

/** The operations of the API document with a search, and a way to try each as whoever is logged in. */
export function ApiExplorer() {
  const t = useTranslations("apiDocs");
  const answer = useApiDocument();
  const [search, setSearch] = useState("");
  const sought = useDeferredValue(search);
  const { data } = answer;
  const operations = useMemo(() => (data ? operationsOf(data) : []), [data]);
  if (!data) return <QueryState query={answer} label={t("loading")} rows={8} />;
  const found = operations.filter((operation) => matchesOperation(operation, sought));
  const tags = [...new Set(found.map(({ tag }) => tag))];
  return (
    <div data-api-explorer className="space-y-6">
      <Field label={t("search")} hideLabel className="max-w-[34rem]">
        <TextInput
          type="search"
          value={search}
          placeholder={t("search")}
          autoComplete="off"
          spellCheck={false}
          start={<Search aria-hidden="true" className="size-4" />}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Field>
      {found.length === 0 ? <EmptyState icon={Search} text={t("nothingFound")} /> : null}
      {tags.map((tag) => (
        <section key={tag}>
          <h3>{tag}</h3>
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {found
              .filter((operation) => operation.tag === tag)
              .map((operation) => (
                <OperationRow
                  key={`${operation.method} ${operation.path}`}
                  operation={operation}
                  document={data}
                />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** An operation in the list, which opens under its own line. */
function OperationRow({ operation, document }: { operation: Operation; document: ApiDocument }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className="flex min-h-target w-full items-center gap-3 px-4 py-2 text-left hover:bg-surface-2 focus-visible:-outline-offset-2"
        onClick={() => setOpen(!open)}
      >
        <span className="w-16 shrink-0 font-semibold text-caption uppercase">
          {operation.method}
        </span>
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-x-4 [overflow-wrap:anywhere] md:grid-cols-2 md:items-center">
          <span className="font-medium">{operation.path}</span>
          <span className="text-caption text-text-2">{operation.summary}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className={clsx("size-4 shrink-0 text-text-2", open && "rotate-180")}
        />
      </button>
      {open ? (
        <div id={id} className="px-1 pb-4 sm:px-4">
          <OperationDetails document={document} operation={operation} />
        </div>
      ) : null}
    </li>
  );
}
