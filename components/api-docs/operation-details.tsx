import { useEffect, useRef } from "react";
import SwaggerUI, { type Parts, type System } from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { authorization } from "@/lib/platform/client/api";
import { nameControls } from "./name-controls";
import { type ApiDocument, documentOf, type Operation } from "./operations";

/** What the library's page is made of here: the operation alone. The page has a title, servers and a search of its own. */
function operationAlone({ React: { createElement } }: System) {
  return {
    components: {
      // biome-ignore lint/correctness/noComponentHookFactories: the library calls a plugin once, with its own React
      OperationAlone: ({ getComponent }: Parts) =>
        createElement(
          "div",
          { className: "swagger-ui" },
          createElement(getComponent("SvgAssets")),
          createElement(getComponent("errors", true)),
          createElement(getComponent("operations", true)),
        ),
    },
  };
}

/** Input, answers and errors of an operation, and a way to send it as whoever is logged in. Drawn by Swagger UI. */
export function OperationDetails({
  document,
  operation,
}: {
  document: ApiDocument;
  operation: Operation;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const domNode = place.current;
    if (!domNode) return;
    const names = new MutationObserver(() => nameControls(domNode));
    names.observe(domNode, { childList: true, subtree: true });
    SwaggerUI({
      spec: documentOf(document, operation),
      domNode,
      plugins: [operationAlone],
      layout: "OperationAlone",
      docExpansion: "full",
      validatorUrl: null,
      requestInterceptor: (request) => {
        Object.assign(request.headers, authorization());
        return request;
      },
    });
    return () => names.disconnect();
  }, [document, operation]);
  return <div ref={place} data-api-operation />;
}
