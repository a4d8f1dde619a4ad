import { z } from "zod";
import { endpoints, route } from "@/lib/sessions/gate";
import { treeFileResponse } from "@/lib/transparency/liabilities/file";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary:
        "A whole tree of what customers are owed, as USDT.csv or XAUT.csv, in BitMEX's format",
      tag: "Proof",
      auth: "public",
      errors: ["NOT_FOUND"],
      rateLimit: { name: "liability-file", points: 60, seconds: 3_600 },
      params: z.object({ run: z.string().regex(/^\d{1,18}$/), file: z.string().max(20) }),
      produces: "text/csv",
    },
    ({ params, request }) =>
      treeFileResponse(BigInt(params.run), params.file, request.headers.get("accept-encoding")),
  ),
});
