import { readdirSync, readFileSync } from "node:fs";
import { manifestFile, manifestSource } from "@/scripts/api-manifest";

it("lists every API route, so that the document and the tests over all endpoints miss none", () => {
  expect(readFileSync(manifestFile, "utf8")).toBe(manifestSource());
});

it("finds every method in every route file, as Next answers those that are missing in its own way", () => {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  const whole = `export const { ${methods.join(", ")} } = endpoints(`;
  const files = readdirSync("app/api", { recursive: true, encoding: "utf8" });
  const incomplete = files.filter((file) => {
    if (!file.endsWith("route.ts")) return false;
    const source = readFileSync(`app/api/${file}`, "utf8");
    return !source.includes(whole) && !methods.every((name) => source.includes(` as ${name},`));
  });
  expect(incomplete).toEqual([]);
});
