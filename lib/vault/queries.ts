import { z } from "zod";
import { cursorOfForm, listQuery } from "@/lib/platform/http/lists";

/** GET /api/storage. The cursor is the running number of the last conversion of the page. */
export const storageQuerySchema = z.object({
  ...listQuery,
  cursor: cursorOfForm(/^\d{1,9}$/),
});
