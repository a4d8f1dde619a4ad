import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, errorText, toAppError } from "@/lib/platform/errors";
import type { FileRule, Upload } from "@/lib/platform/http";
import { log } from "@/lib/platform/log";
import { randomToken, sha256 } from "@/lib/platform/security/hash";
import { text } from "@/lib/platform/text";
import { type CleanImage, cleanImage, type ImageLimits } from "./image";
import { storage } from "./storage";
import { removeUnfinished } from "./unfinished";
import { enforceUploadQuota } from "./upload-quota";

/** Largest image that people may send, in bytes. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

const MESSAGES: FileRule["messages"] = {
  missing: text("errors.common.uploadImageFile"),
  tooLarge: errorText("PAYLOAD_TOO_LARGE"),
};

/** The rule of an image field in a multipart route, with its own texts where it has some. */
export function imageRule<const Required extends boolean>(
  required: Required,
  messages: Partial<FileRule["messages"]> = {},
): FileRule & { required: Required } {
  return { maxBytes: MAX_IMAGE_BYTES, required, messages: { ...MESSAGES, ...messages } };
}

export type FileTarget = {
  /** Who may fetch a private file beside the staff of its purpose; null for files of the site. */
  ownerId: string | null;
  /** Sent by staff to its owner, whom no limit of theirs may cut off from that. */
  byStaff?: boolean;
  visibility: "private" | "public";
  /** What it is for, for example "deposit-proof"; decides which staff may see it. Lower-case letters and dashes. */
  purpose: string;
  /** Name of the form field, for error texts. */
  field: string;
} & ImageLimits;

/**
 * Cleans an uploaded image, stores it, and runs `work` with the file's id in the transaction that
 * records the file: both stand or neither does.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, VALIDATION, RATE_LIMITED for
 * too much in one day or on a busy server, and whatever `work` throws
 */
export async function storeImage<T>(
  upload: Upload,
  target: FileTarget,
  work: (tx: Tx, fileId: string, image: CleanImage) => Promise<T>,
): Promise<T> {
  const image = await cleanImage(upload, target.field, target);
  const storageKey = `${target.purpose}/${randomToken(24)}`;
  // First, so that a server that is killed in between leaves nothing that nobody knows of.
  await prisma.unfinishedUpload.create({ data: { storageKey } });
  await storage().put(storageKey, image.bytes, image.contentType);
  try {
    return await transaction(async (tx) => {
      const { ownerId, byStaff, field } = target;
      if (ownerId && !byStaff) await enforceUploadQuota(tx, ownerId, image.bytes.byteLength, field);
      const file = await tx.storedFile.create({
        data: {
          ownerId,
          visibility: target.visibility,
          purpose: target.purpose,
          storageKey,
          contentType: image.contentType,
          byteSize: image.bytes.byteLength,
          sha256: new Uint8Array(sha256(image.bytes)),
          width: image.width,
          height: image.height,
        },
      });
      await tx.unfinishedUpload.delete({ where: { storageKey } });
      return work(tx, file.id, image);
    });
  } catch (error) {
    await removeUnused(storageKey, error);
    throw error;
  }
}

/**
 * Whether a stored image was made of this upload. Only what was made of one is kept, so it is made again: as
 * much work as storing it.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, VALIDATION, RATE_LIMITED on a busy server
 */
export async function isStoredImage(
  fileId: string,
  upload: Upload,
  target: FileTarget,
): Promise<boolean> {
  const [file, image] = await Promise.all([
    prisma.storedFile.findUnique({ where: { id: fileId }, select: { sha256: true } }),
    cleanImage(upload, target.field, target),
  ]);
  return file !== null && sha256(image.bytes).equals(file.sha256);
}

/** Where the answer to COMMIT was lost, the file may be recorded, or become so in a moment: that is seen later. */
async function removeUnused(storageKey: string, error: unknown): Promise<void> {
  try {
    if (toAppError(error).code === "SERVICE_UNAVAILABLE") return;
    if ((await prisma.storedFile.count({ where: { storageKey } })) > 0) return;
    await removeUnfinished(storageKey);
  } catch (cause) {
    log.warn({ event: "file.not_removed", storageKey, err: cause });
  }
}

/** Address that a stored file is fetched from. */
export function fileUrl(fileId: string): string {
  return `/api/files/${fileId}`;
}

/** Whether somebody who is not the owner may see a private file of that purpose. */
type CanRead = (purpose: string) => boolean;

export type ServedFile = {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  isPublic: boolean;
  /** Whether who asks for it is whom it belongs to. */
  isOwn: boolean;
};

/**
 * A stored file for someone who asks for it. What they may not see does not exist for them.
 * @throws AppError SESSION_EXPIRED when nobody is logged in, NOT_FOUND
 */
export async function readFileFor(
  reader: { userId: string } | null,
  fileId: string,
  canRead: CanRead,
): Promise<ServedFile> {
  const file = await prisma.storedFile.findUnique({ where: { id: fileId } });
  const isPublic = file?.visibility === "public";
  if (!isPublic && !reader) throw new AppError("SESSION_EXPIRED");
  const isOwn = file !== null && file.ownerId === reader?.userId;
  const allowed = isPublic || isOwn || (file !== null && canRead(file.purpose));
  if (!file || !allowed) throw new AppError("NOT_FOUND");
  const bytes = await storage().get(file.storageKey);
  if (!bytes) throw new AppError("NOT_FOUND");
  return { bytes, contentType: file.contentType, isPublic, isOwn };
}

/** A file that its rule already required; the route wrapper refused the request without it. */
export function requiredFile(file: Upload | undefined): Upload {
  if (!file) throw new Error("A required file is missing: is its rule marked as required?");
  return file;
}
