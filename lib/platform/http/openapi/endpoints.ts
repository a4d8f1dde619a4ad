import type { RouteDeclaration, RouteHandler } from "../declaration";

/** A route file: its path in document notation and how to load it. */
export type ApiRoute = { path: string; load: () => Promise<unknown> };

/** An endpoint as declared. */
export type Endpoint = { path: string; method: string; declaration: RouteDeclaration };

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Loads the declarations of all routes. */
export async function listEndpoints(routes: ApiRoute[]): Promise<Endpoint[]> {
  const found = await Promise.all(
    routes.map(async ({ path, load }) => {
      const handlers = (await load()) as Partial<Record<string, RouteHandler>>;
      return METHODS.flatMap((method) => {
        const declaration = handlers[method]?.declaration;
        return declaration ? [{ path, method, declaration }] : [];
      });
    }),
  );
  return found.flat();
}
