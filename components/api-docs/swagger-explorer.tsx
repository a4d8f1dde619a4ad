import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { authorization } from "@/lib/platform/client/api";
import { explorerPlugin } from "./explorer-plugin";
import { ExplorerWaiting } from "./explorer-waiting";
import { nameControls } from "./name-controls";

/** Lets Swagger UI draw the API document; its requests are of whoever is logged in. */
export function SwaggerExplorer() {
  const t = useTranslations("apiDocs");
  const place = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState(false);
  const search = t("search");
  useEffect(() => {
    const domNode = place.current;
    if (!domNode) return;
    const names = new MutationObserver(() => nameControls(domNode, { search }));
    names.observe(domNode, { childList: true, subtree: true });
    SwaggerUI({
      url: "/api/openapi.json",
      domNode,
      plugins: [explorerPlugin],
      layout: "Explorer",
      docExpansion: "list",
      filter: true,
      validatorUrl: null,
      requestInterceptor: (request) => {
        Object.assign(request.headers, authorization());
        return request;
      },
      onComplete: () => setReady(true),
    });
    return () => names.disconnect();
  }, [search]);
  return (
    <>
      {ready ? null : <ExplorerWaiting />}
      <div ref={place} data-api-explorer />
    </>
  );
}
