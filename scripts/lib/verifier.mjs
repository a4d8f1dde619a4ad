import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "lib/verifier/page";

const hashOf = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The bundled script of the page, for old browsers too: whoever verifies may have any. */
async function scriptOf(root) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`${FOLDER}/page.ts`],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2020",
    charset: "utf8",
    // What is linked to has the name of the link, wherever that leads.
    preserveSymlinks: true,
    legalComments: "inline",
    logLevel: "error",
    // Names stay, so that the file can be read; what is left out is what nobody calls.
    treeShaking: true,
  });
  // The tag would end there.
  return outputFiles[0].text.replaceAll("</script", "<\\/script");
}

/**
 * The text of public/verify.html: the same bytes from the same sources, wherever it is built.
 * @param root the folder of the project
 */
export async function buildVerifier(root) {
  const read = (file) => readFileSync(join(root, file), "utf8");
  const style = read(`${FOLDER}/page.css`);
  const script = await scriptOf(root);
  const { verifier } = JSON.parse(read("messages/en.json"));
  const parts = { style, script, styleHash: hashOf(style), scriptHash: hashOf(script) };
  return read(`${FOLDER}/page.template`).replace(/%(\w+)%/g, (_, name) => {
    const part = parts[name] ?? escaped(verifier[name] ?? "");
    if (part === "") throw new Error(`The verifier has no ${name}`);
    return part;
  });
}
