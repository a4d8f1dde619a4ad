import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/platform/errors";
import { errorResponse } from "@/lib/platform/http";

async function notFound(request: Request): Promise<Response> {
  const where = `${request.method} ${new URL(request.url).pathname}`;
  return errorResponse(new AppError("NOT_FOUND"), randomUUID(), where);
}

export {
  notFound as DELETE,
  notFound as GET,
  notFound as HEAD,
  notFound as OPTIONS,
  notFound as PATCH,
  notFound as POST,
  notFound as PUT,
};
