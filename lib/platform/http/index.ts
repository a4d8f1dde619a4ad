export { accepted } from "./accepted";
export { type Caller, limitAddress } from "./caller";
export type {
  FileRule,
  RouteDeclaration,
  RouteHandler,
  Upload,
} from "./declaration";
export { endpoints } from "./endpoints";
export { everyRow, formatQuery, idParams, idSchema, listQuery, pageOf, periodQuery } from "./lists";
export { errorResponse } from "./respond";
export { createRoute, type RouteContext, type SentFile } from "./route";
export { withCookie } from "./with-cookie";
