import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "@/lib/platform/security/hash";

/** Where the site hands out the verifier. */
export const VERIFIER = "/verify.html";

/** SHA-256 of the verifier that this process hands out, in hex; null where it has none. */
export async function verifierHash(): Promise<string | null> {
  try {
    return sha256(await readFile(join(process.cwd(), "public", VERIFIER))).toString("hex");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
