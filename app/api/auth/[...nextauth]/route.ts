import { randomUUID } from "node:crypto";
import NextAuth from "next-auth";
import { authOptions } from "@/lib/accounts/next-auth";
import { AppError } from "@/lib/platform/errors";
import { errorResponse } from "@/lib/platform/http";

type Context = { params: Promise<{ nextauth: string[] }> };

/** next-auth's own session endpoint; everything else of it has its own routes or does not exist. */
async function handle(request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  if (request.method === "GET" && nextauth.join("/") === "session") {
    return (await NextAuth(authOptions())(request, context)) as Response;
  }
  const where = `${request.method} ${new URL(request.url).pathname}`;
  return errorResponse(new AppError("NOT_FOUND"), randomUUID(), where);
}

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
