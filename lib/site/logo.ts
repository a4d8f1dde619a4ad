import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { fileUrl, imageRule, storeImage } from "@/lib/platform/files";
import type { Upload } from "@/lib/platform/http";

/** Longest side of a kept logo in pixels: sharp on every screen, light on every page. */
const LOGO_SIDE = 512;

/** The rule of an uploaded logo. Whether it is an image is found out from its content. */
export const LOGO_RULE = { ...imageRule(true), otherNames: ["file", "image"] };

/**
 * Stores a public image for the logo or the favicon: made anew from its pixels, at most 512 pixels
 * wide and high. No setting changes.
 * @returns the address to set, and the image's size in pixels
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for anything but PNG, JPEG and GIF, VALIDATION
 */
export function storeLogo(
  actor: Actor,
  upload: Upload,
): Promise<{ logoUrl: string; width: number; height: number }> {
  const target = {
    ownerId: null,
    visibility: "public",
    purpose: "site-logo",
    field: "logo",
    maxSide: LOGO_SIDE,
  } as const;
  return storeImage(upload, target, async (tx, fileId, { width, height }) => {
    const logoUrl = fileUrl(fileId);
    await appendAudit(tx, actor, {
      action: "settings.logo",
      targetType: "file",
      targetId: fileId,
      after: { logoUrl, width, height },
    });
    return { logoUrl, width, height };
  });
}
