export type { FileRule, RouteDeclaration, RouteHandler, StaffArea, Upload } from "./declaration";
export { endpoints } from "./endpoints";
export { idParams, listQuery, pageOf } from "./lists";
export { errorResponse } from "./respond";
export { type Caller, createRoute, type RouteContext } from "./route";
export { withCookie } from "./with-cookie";
