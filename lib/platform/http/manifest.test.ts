import { readFileSync } from "node:fs";
import { manifestFile, manifestSource } from "@/scripts/api-manifest";

it("lists every API route, so that the document and the tests over all endpoints miss none", () => {
  expect(readFileSync(manifestFile, "utf8")).toBe(manifestSource());
});
