import { z } from "zod";
import { text } from "@/lib/platform/text";
import { hasFilters, MAX_VIEW_NAME, VIEW_FILTERS, type ViewList } from "./rules";

const LISTS = Object.keys(VIEW_FILTERS) as [ViewList, ...ViewList[]];
const MAX_VALUE = 200;

const listSchema = z
  .enum(LISTS)
  .meta({ description: "The list of the panel that it is a view of" });
const filtersSchema = z.record(z.string(), z.string()).meta({
  description: "The list's filters by name, as they stand in its address",
  example: { status: "pending", currency: "BTC" },
});

/** Filters of a list that a member of staff keeps by a name. */
export const viewSchema = z.object({
  id: z.string(),
  list: listSchema,
  name: z.string(),
  filters: filtersSchema,
});
export type ViewDto = z.output<typeof viewSchema>;

/** GET /api/admin/views */
export const viewsQuery = z.object({ list: listSchema });
export const viewsResponse = z.object({
  views: z.array(viewSchema).meta({ description: "One's own, by name" }),
});
export const viewResponse = z.object({ view: viewSchema });

const nameSchema = z
  .string(text("errors.views.enterName"))
  .trim()
  .min(1, text("errors.views.enterName"))
  .max(MAX_VIEW_NAME, text("errors.views.nameTooLong", { max: MAX_VIEW_NAME }));

/** POST /api/admin/views */
export const createViewSchema = z
  .strictObject({
    list: listSchema,
    name: nameSchema,
    filters: z.record(z.string(), z.string().trim().min(1).max(MAX_VALUE)),
  })
  .refine(({ list, filters }) => hasFilters(list, filters), {
    path: ["filters"],
    message: text("errors.views.noSuchFilter"),
  });
export type CreateViewInput = z.output<typeof createViewSchema>;

/** PUT /api/admin/views/{id} */
export const renameViewSchema = z.strictObject({ name: nameSchema });
