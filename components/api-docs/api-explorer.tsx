"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { SkeletonRows } from "@/components/ui/display/skeleton";
import { ErrorState } from "@/components/ui/display/states";
import { storedToken } from "@/lib/platform/client/api";
import { explorerPlugin } from "./explorer-plugin";
import { nameControls } from "./name-controls";
import "swagger-ui-dist/swagger-ui.css";
import "./api-explorer.css";

/**
 * The operations of the API document with a search, and a way to try each as whoever is logged in. Drawn by Swagger UI,
 * whose code comes with this page alone.
 */
export function ApiExplorer() {
  const t = useTranslations("apiDocs");
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [tries, setTries] = useState(0);
  const search = t("search");
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is a new request
  useEffect(() => {
    const domNode = place.current;
    if (!domNode) return;
    let isCurrent = true;
    const names = new MutationObserver(() => nameControls(domNode, { search }));
    names.observe(domNode, { childList: true, subtree: true });
    import("swagger-ui-dist/swagger-ui-es-bundle.js").then(
      ({ default: SwaggerUI }) => {
        if (!isCurrent) return;
        SwaggerUI({
          url: "/api/openapi.json",
          domNode,
          plugins: [explorerPlugin],
          layout: "Explorer",
          docExpansion: "list",
          filter: true,
          validatorUrl: null,
          requestInterceptor: (request) => {
            const token = storedToken();
            if (token) request.headers.Authorization = `Bearer ${token}`;
            return request;
          },
          onComplete: () => isCurrent && setState("ready"),
        });
      },
      () => isCurrent && setState("failed"),
    );
    return () => {
      isCurrent = false;
      names.disconnect();
    };
  }, [search, tries]);
  return (
    <>
      {state === "loading" ? <SkeletonRows count={8} /> : null}
      {state === "failed" ? (
        <ErrorState
          text={t("failed")}
          onRetry={() => {
            setState("loading");
            setTries(tries + 1);
          }}
        />
      ) : null}
      <div ref={place} data-api-explorer />
    </>
  );
}
