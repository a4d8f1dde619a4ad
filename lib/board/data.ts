import { prisma } from "@/lib/platform/db";
import type { BoardDto } from "./schema";

/** What was published on a day (UTC), without it the newest; null where nothing was. */
export async function getBoard(day?: string): Promise<BoardDto | null> {
  const row = await prisma.board.findFirst({
    where: day === undefined ? undefined : { day: new Date(day) },
    orderBy: { day: "desc" },
  });
  return (
    row && {
      day: row.day.toISOString().slice(0, 10),
      at: row.at.toISOString(),
      isDemo: row.isDemo,
      figures: row.figures,
    }
  );
}
