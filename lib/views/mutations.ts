import type { StaffView } from "@/lib/generated/prisma/client";
import { prisma, transaction } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { madeBefore, markApplied } from "@/lib/platform/http/idempotency";
import { text } from "@/lib/platform/text";
import { MAX_VIEWS, type ViewList } from "./rules";
import type { CreateViewInput, ViewDto } from "./schema";

const serialize = ({ id, list, name, filters }: StaffView): ViewDto => ({
  id,
  list: list as ViewList,
  name,
  filters: filters as Record<string, string>,
});

/** The views of a list that a member of staff keeps, by name. */
export async function listViews(staffId: string, list: ViewList): Promise<ViewDto[]> {
  const rows = await prisma.staffView.findMany({
    where: { staffId, list },
    orderBy: { nameKey: "asc" },
    take: MAX_VIEWS,
  });
  return rows.map(serialize);
}

const keyOf = (name: string) => name.normalize("NFKC").toLowerCase();

/** Runs a change; a name that another view of the list has is said at its field. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!violatedUnique(error)) throw error;
    const message = text("errors.views.nameTaken");
    throw new AppError("CONFLICT", { message, errors: { name: [message] } });
  }
}

/** Keeps filters by a name. @throws AppError CONFLICT for a name that is taken, VALIDATION when there are too many */
export async function createView(
  staffId: string,
  { list, name, filters }: CreateViewInput,
): Promise<ViewDto> {
  const made = madeBefore();
  if (made) return serialize(await prisma.staffView.findUniqueOrThrow({ where: { id: made } }));
  return named(() =>
    transaction(async (tx) => {
      if ((await tx.staffView.count({ where: { staffId, list } })) >= MAX_VIEWS) {
        throw invalidField("name", text("errors.views.tooMany", { max: MAX_VIEWS }));
      }
      const data = { staffId, list, name, nameKey: keyOf(name), filters };
      const row = await tx.staffView.create({ data });
      await markApplied(tx, row.id);
      return serialize(row);
    }),
  );
}

/** Gives a view of one's own another name. @throws AppError NOT_FOUND, CONFLICT for a name that is taken */
export function renameView(staffId: string, id: string, name: string): Promise<ViewDto> {
  return named(async () => {
    const [row] = await prisma.staffView.updateManyAndReturn({
      where: { id, staffId },
      data: { name, nameKey: keyOf(name) },
    });
    if (!row) throw new AppError("NOT_FOUND");
    return serialize(row);
  });
}

/** Deletes a view of one's own. @throws AppError NOT_FOUND */
export async function deleteView(staffId: string, id: string): Promise<void> {
  const { count } = await prisma.staffView.deleteMany({ where: { id, staffId } });
  if (count === 0) throw new AppError("NOT_FOUND");
}
