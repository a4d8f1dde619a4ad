import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

const kept = readFileSync("public/verify.html", "utf8");

it("public/verify.html is what its sources make, byte by byte", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `const { buildVerifier } = await import("./scripts/lib/verifier.mjs");
       process.stdout.write(await buildVerifier(process.cwd()));`,
    ],
    { maxBuffer: 10_000_000 },
  );
  // Built anew by: npm run verifier
  expect(stdout === kept).toBe(true);
}, 60_000);

it("runs no script and no style but its own, and may ask for nothing", () => {
  const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(kept) ?? [];
  const hashOf = (tag: string) => {
    const [, text = ""] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(kept) ?? [];
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  };
  expect(policy).toBe(
    `default-src 'none'; script-src ${hashOf("script")}; style-src ${hashOf("style")}; base-uri 'none'; form-action 'none'`,
  );
  expect(kept.match(/<script/g)).toHaveLength(1);
});
