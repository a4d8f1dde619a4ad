"use client";

import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { ExplorerWaiting } from "./explorer-waiting";
import "swagger-ui-dist/swagger-ui.css";
import "./api-explorer.css";

/**
 * The operations of the API document with a search, and a way to try each as whoever is logged in. Drawn by Swagger UI,
 * whose code comes with this page alone, once it is shown.
 */
export const ApiExplorer = lazyPart(
  () => import("./swagger-explorer").then((module) => module.SwaggerExplorer),
  ExplorerWaiting,
);
