import type { Instrumentation } from "next";

/**
 * What a page fails with, as a line of the log. The digest is the reference that the page shows. The API's
 * wrapper logs its own faults.
 */
export const onRequestError: Instrumentation.onRequestError = async (err, request, context) => {
  // Compiled for the edge too, where the log can't be loaded.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { log } = await import("@/lib/platform/log");
    const [path] = request.path.split("?");
    const { routePath: route, routeType } = context;
    const { digest } = err as { digest?: string };
    log.error({
      event: "page.failed",
      method: request.method,
      path,
      route,
      routeType,
      digest,
      err,
    });
  }
};
