/** Largest image a person may send, in bytes. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** What the file picker offers. */
export const IMAGE_ACCEPT = "image/png,image/jpeg,image/gif";

export type FileProblem = "heic" | "notImage" | "tooLarge";

const ACCEPTED = new Set(IMAGE_ACCEPT.split(","));

/** Checks a picked file by type, name and size before any upload; null when it may be sent. The server checks the content. */
export function checkImageFile(file: File): FileProblem | null {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return "heic";
  if (!ACCEPTED.has(file.type) || file.size === 0) return "notImage";
  return file.size > MAX_IMAGE_BYTES ? "tooLarge" : null;
}
