import { isClearedImage } from "@/lib/chat/data";
import { recordProofView } from "@/lib/deposits/proof-views";
import { AppError } from "@/lib/platform/errors";
import { readFileFor } from "@/lib/platform/files";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { mayReadFileAsStaff } from "@/lib/staff/file-access";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Fetch a stored image; private ones for their owner and staff",
      tag: "Files",
      auth: "public",
      errors: ["SESSION_EXPIRED"],
      params: idParams,
      produces: "image/*",
    },
    async ({ user, params, requestId, ip }) => {
      const { bytes, contentType, isPublic, isOwn } = await readFileFor(
        user,
        params.id,
        (purpose) => mayReadFileAsStaff(user, purpose),
      );
      if (!isPublic && (await isClearedImage(params.id))) throw new AppError("NOT_FOUND");
      if (user && !isPublic && !isOwn) {
        await recordProofView(actorOf({ user, requestId, ip }), params.id);
      }
      return new Response(bytes, {
        headers: {
          "content-type": contentType,
          "content-disposition": "inline",
          "content-security-policy": "default-src 'none'; sandbox",
          "x-content-type-options": "nosniff",
          "cache-control": isPublic ? "public, max-age=31536000, immutable" : "private, no-store",
        },
      });
    },
  ),
});
