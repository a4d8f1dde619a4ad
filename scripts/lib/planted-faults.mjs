const SERVER = "lib/planted";
const SCREEN = "components/planted";

const HEAD = `import { prisma, transaction } from "@/lib/platform/db";
type Kind = "a" | "b";
const own = async () => 1;
`;
const server = (rule, name, code) => ({
  rule,
  file: `${SERVER}/${name}.ts`,
  text: `${HEAD}export const planted = [prisma, transaction, own] as const;\n${code}\nexport type { Kind };\n`,
});
const screen = (rule, name, code) => ({ rule, file: `${SCREEN}/${name}.tsx`, text: `${code}\n` });

const FLOATING = "typescript(no-floating-promises)";
const MISUSED = "typescript(no-misused-promises)";

/** For the types and each rule of the linter that must hold faults that it has to catch, in a file of its own. */
export const PLANTED = [
  server("typescript(TS2322)", "types", "export const wrong: number = String(planted.length);"),
  server(FLOATING, "floating", "export function f() {\n  own();\n}"),
  // A query of Prisma begins when it is awaited: without that it never does.
  server(FLOATING, "floating-query", "export function f() {\n  prisma.user.findFirst();\n}"),
  server(FLOATING, "floating-call", "export function f() {\n  transaction(async () => 1);\n}"),
  server(MISUSED, "condition", "export function f() {\n  return own() ? 1 : 2;\n}"),
  server(
    MISUSED,
    "each",
    "export function f(list: number[]) {\n  list.forEach(async () => { await own(); });\n}",
  ),
  // What it throws ends the process.
  server(MISUSED, "listener", 'process.on("SIGTERM", async () => { await own(); });'),
  server(MISUSED, "spread", "export const all = { ...own() };"),
  server(
    "typescript(await-thenable)",
    "thenable",
    "export async function f(n: number) {\n  return await n;\n}",
  ),
  server(
    "typescript(switch-exhaustiveness-check)",
    "exhaustive",
    'export function f(kind: Kind) {\n  switch (kind) {\n    case "a":\n      return 1;\n  }\n  return 2;\n}',
  ),
  server("node(no-process-env)", "environment", "export const port = process.env.PORT;"),
  server(
    "eslint(no-restricted-properties)",
    "begin",
    'import { sql } from "@/lib/platform/db";\nvoid sql.begin(async () => 1);',
  ),
  screen(
    MISUSED,
    "attribute",
    "const save = async () => 1;\nexport const A = () => <button type='button' onClick={async () => { await save(); }} />;",
  ),
  screen(
    "react-hooks(rules-of-hooks)",
    "order",
    'import { useState } from "react";\nexport function A({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}',
  ),
  screen(
    "react-hooks(exhaustive-deps)",
    "inputs",
    'import { useEffect } from "react";\nexport function A({ n }: { n: number }) {\n  useEffect(() => { document.title = String(n); }, []);\n  return null;\n}',
  ),
  screen(
    "react(static-components)",
    "made-anew",
    "export function A() {\n  const B = () => <i />;\n  return <B />;\n}",
  ),
  screen(
    "react(refs)",
    "refs",
    'import { useRef } from "react";\nexport function A() {\n  const ref = useRef(1);\n  return <i>{ref.current}</i>;\n}',
  ),
  screen(
    "react(set-state-in-effect)",
    "state-in-effect",
    'import { useEffect, useState } from "react";\nexport function A() {\n  const [n, setN] = useState(1);\n  useEffect(() => { setN(2); }, []);\n  return <i>{n}</i>;\n}',
  ),
  screen(
    "react(set-state-in-render)",
    "state-in-render",
    'import { useState } from "react";\nexport function A() {\n  const [n, setN] = useState(1);\n  setN(2);\n  return <i>{n}</i>;\n}',
  ),
  screen("react(purity)", "purity", "export function A() {\n  return <i>{Math.random()}</i>;\n}"),
  screen(
    "react(immutability)",
    "immutability",
    "export function A(props: { list: { n: number } }) {\n  props.list.n = 2;\n  return <i>{props.list.n}</i>;\n}",
  ),
  screen(
    "react(globals)",
    "globals",
    "let n = 1;\nexport function A() {\n  n = 2;\n  return <i>{n}</i>;\n}",
  ),
  screen("next(no-sync-scripts)", "script", "export const A = () => <script src='/a.js' />;"),
  screen(
    "next(no-async-client-component)",
    "async-client",
    '"use client";\nexport default async function A() {\n  return <i />;\n}',
  ),
];
