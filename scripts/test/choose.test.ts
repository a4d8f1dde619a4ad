import { execFileSync } from "node:child_process";

const FILES = [
  "components/ui/button.test.tsx",
  "lib/ledger/post.test.ts",
  "tests/e2e/users/site.spec.ts",
  "tests/feed/live-feed.test.ts",
  "tests/integration/ledger/post.test.ts",
  "tests/processes/start.test.ts",
];

function choose(...names: string[]): { files: [string, string[]][]; unknown: string[] } {
  const code = `const { chooseTests } = await import("./scripts/test/choose.mjs");
    const { files, unknown } = chooseTests(${JSON.stringify(names)}, ${JSON.stringify(FILES)});
    console.log(JSON.stringify({ files: [...files], unknown }));`;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", code]);
  return JSON.parse(said.toString()) as ReturnType<typeof choose>;
}

it("finds the kind of each file that a path or a part of one means", () => {
  expect(choose("post", "SITE", "tests/feed", "./tests/processes/start.test.ts", "ui/")).toEqual({
    files: [
      ["unit", ["lib/ledger/post.test.ts"]],
      ["integration", ["tests/integration/ledger/post.test.ts"]],
      ["browser", ["tests/e2e/users/site.spec.ts"]],
      ["feed", ["tests/feed/live-feed.test.ts"]],
      ["processes", ["tests/processes/start.test.ts"]],
      ["component", ["components/ui/button.test.tsx"]],
    ],
    unknown: [],
  });
});

it("takes the name of a source file for the tests beside it, and says which names mean nothing", () => {
  expect(choose("lib/ledger/post.ts", "components/ui/button.tsx", "lib/nowhere.ts")).toEqual({
    files: [
      ["unit", ["lib/ledger/post.test.ts"]],
      ["component", ["components/ui/button.test.tsx"]],
    ],
    unknown: ["lib/nowhere.ts"],
  });
});
