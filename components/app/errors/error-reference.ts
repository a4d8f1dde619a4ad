/** The reference under which the server logged an error; null for errors of the browser. */
export function errorReference(error: unknown): string | null {
  const digest = typeof error === "object" && error && "digest" in error ? error.digest : null;
  return typeof digest === "string" ? digest : null;
}
