import { z } from "zod";
import { endpoints, route } from "@/lib/sessions/gate";
import { getStatement, getYear, isYear } from "@/lib/statements/months";
import { statementAnswerSchema, statementFormats } from "@/lib/statements/schema";
import { statementFile, yearFile } from "@/lib/statements/sheet";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The statement of one month (YYYY-MM, UTC) or year (YYYY): also as html, csv or pdf",
      tag: "User",
      auth: "user",
      isFromReplica: true,
      errors: ["NOT_FOUND"],
      params: z.object({ month: z.string() }),
      query: z.object({ format: z.enum(statementFormats).default("json") }),
      response: statementAnswerSchema,
    },
    async ({ user, params, query: { format } }) => {
      if (isYear(params.month)) {
        const statement = await getYear(user, params.month);
        return format === "json" ? { statement } : yearFile(statement, format);
      }
      const statement = await getStatement(user, params.month);
      return format === "json" ? { statement } : statementFile(statement, format);
    },
  ),
});
