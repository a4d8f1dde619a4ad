import type { Prisma } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { rendered } from "@/lib/platform/text/languages";

type Where = Prisma.NotificationWhereInput;
type Query = {
  where?: Where;
  orderBy?: Prisma.NotificationOrderByWithRelationInput;
  take?: number;
};

/** Stored notifications as their owners read them in English. A title is looked for in those words. */
async function findMany({ where: { title, ...where } = {}, ...query }: Query = {}) {
  const rows = rendered(await prisma.notification.findMany({ ...query, where }), "en");
  return title === undefined ? rows : rows.filter((row) => row.title === title);
}

async function findFirstOrThrow(query: Query) {
  const [first] = await findMany(query);
  if (!first) throw new Error("There is no such notification");
  return first;
}

const count = async (query?: Query) => (await findMany(query)).length;

/** What users were told. */
export const toldToUsers = { findMany, findFirstOrThrow, count };
