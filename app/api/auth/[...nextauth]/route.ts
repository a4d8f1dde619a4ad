import { randomUUID } from "node:crypto";
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { AppError } from "@/lib/platform/errors";
import { endpoints, errorResponse, limitAddress } from "@/lib/platform/http";
import { authOptions } from "@/lib/sessions/next-auth";

type Context = { params: Promise<{ nextauth: string[] }> };

const session = endpoints({
  GET: async (request, context) => (await NextAuth(authOptions())(request, context)) as Response,
});

/** next-auth's own session endpoint; everything else of it has its own routes or does not exist. */
async function handle(request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  if (request.method === "HEAD") {
    return handle(new NextRequest(request, { method: "GET" }), context);
  }
  const method = request.method as keyof typeof session;
  try {
    await limitAddress(request);
    if (nextauth.join("/") !== "session" || !session[method]) throw new AppError("NOT_FOUND");
    return await session[method](request, context);
  } catch (error) {
    const where = `${request.method} ${new URL(request.url).pathname}`;
    return errorResponse(error, randomUUID(), where);
  }
}

export {
  handle as DELETE,
  handle as GET,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
