import { mkdir, mkdtemp, readdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeWholeFile } from "./whole-file";

it("writes all of a file for its user alone, or leaves nothing", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "whole-"));
  const file = path.join(folder, "one");
  await writeWholeFile(file, "text");
  expect(await readFile(file, "utf8")).toBe("text");
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const taken = path.join(folder, "taken");
  await mkdir(taken);
  await expect(writeWholeFile(taken, "text")).rejects.toMatchObject({ code: "EISDIR" });
  expect((await readdir(folder)).sort()).toEqual(["one", "taken"]);
});
