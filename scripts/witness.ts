import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { followOnce } from "@/lib/transparency/follow";
import { COSIGNATURE, verifierOf, verifierText } from "@/lib/transparency/log/note";
import { Contradiction } from "@/lib/transparency/log/reading";
import { Witness } from "@/lib/transparency/witnesses/witness";

// `npm run witness -- <site URL>…`: follows the public logs of sites, anywhere. It signs each checkpoint that continues the
// one before, says loudly where one does not, and serves what it signed (docs/decisions/security/transparency.md).

const INTERVAL_MS = 2_000;
const MAX_BODY_BYTES = 65_536;
const folder = process.env.WITNESS_DIR || ".data/witness";
const port = Number(process.env.WITNESS_PORT || 3900);
const name = process.env.WITNESS_NAME || "witness.localhost";

/** The witness's own key, made up at first. */
function readSeed(): Uint8Array {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "key");
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return new Uint8Array(Buffer.from(readFileSync(file, "utf8").trim(), "base64url"));
}

type Answer = { status: number; text: string; type?: string };

async function answerTo(
  request: IncomingMessage,
  witness: Witness,
  origins: Set<string>,
): Promise<Answer> {
  if (request.method === "POST" && request.url === "/add-checkpoint") {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) {
      body += chunk;
      if (body.length > MAX_BODY_BYTES) return { status: 400, text: "This is too long.\n" };
    }
    const verdict = await witness.addCheckpoint(body);
    return verdict.status === 409 ? { ...verdict, type: "text/x.tlog.size" } : verdict;
  }
  const hash = /^\/([0-9a-f]{64})\/checkpoint$/.exec(request.url ?? "")?.[1];
  const hashOf = (origin: string) => createHash("sha256").update(origin).digest("hex");
  const origin = [...origins].find((one) => hashOf(one) === hash);
  const note = origin && (await witness.known(origin))?.note;
  return note
    ? { status: 200, text: note }
    : { status: 404, text: "There is no such checkpoint.\n" };
}

function serve(witness: Witness, origins: Set<string>): void {
  const server = createServer((request, response) => {
    void answerTo(request, witness, origins)
      .catch((error: unknown): Answer => {
        console.error(error);
        return { status: 500, text: "The witness failed.\n" };
      })
      .then(({ status, text, type = "text/plain; charset=utf-8" }) =>
        response.writeHead(status, { "content-type": type }).end(text),
      );
  });
  server.listen(port, () => console.log(`The witness answers on port ${port}.`));
}

async function main(): Promise<void> {
  const sites = process.argv.slice(2).map((site) => site.replace(/\/+$/, ""));
  if (sites.length === 0)
    throw new Error("Say which site: npm run witness -- https://site.example");
  const signer = { name, seed: readSeed() };
  console.log(`The witness's key: ${verifierText(verifierOf(signer, COSIGNATURE))}`);
  const witness = new Witness(folder, signer);
  const origins = new Set<string>();
  serve(witness, origins);
  const seen = new Map<string, number>();
  for (;;) {
    for (const site of sites) {
      try {
        const { origin, size } = await followOnce(witness, site);
        origins.add(origin);
        if (!seen.has(site)) console.log(`${site}: ${size} entries of ${origin}.`);
        seen.set(site, size);
      } catch (error) {
        const isWrong = error instanceof Contradiction;
        const reason = error instanceof Error ? error.message : String(error);
        console.error(
          isWrong ? `\n!!! ${site}: THE LOG CONTRADICTS ITSELF: ${reason}\n` : `${site}: ${reason}`,
        );
      }
    }
    await delay(INTERVAL_MS);
  }
}

void main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
