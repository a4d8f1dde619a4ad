import { relative } from "node:path";
import { ESLint } from "eslint";
import ts from "typescript";
import { PLANTED } from "./lib/planted-faults.mjs";
import { complain, runMain, say } from "./lib/report.mjs";
import { root } from "./lib/settings.mjs";

// Types and lint. What takes long is to parse everything and to find the types: tsc and the rules of
// eslint that need types share that here. A check that looks at nothing finds nothing wrong, so each
// rule first has to catch a fault that is planted for it, in files that are on no disk.

const HERE = ".";
const planted = new Map(PLANTED.map(({ file, text }) => [`${root}/${file}`, text]));

function parse() {
  const system = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (found) => fail([found]) };
  const settings = { noEmit: true, incremental: false };
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(
    `${root}/tsconfig.json`,
    settings,
    system,
  );
  if (errors.length > 0) fail(errors);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (file) => planted.get(file) ?? readFile(file);
  host.fileExists = (file) => planted.has(file) || fileExists(file);
  return ts.createProgram({ rootNames: [...fileNames, ...planted.keys()], options, host });
}

function textOf(diagnostics) {
  return ts.formatDiagnostics(diagnostics, {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (name) => name,
    getNewLine: () => "\n",
  });
}

function fail(diagnostics) {
  throw new Error(textOf(diagnostics));
}

/** What is wrong in the types: of the planted files which are, of the others what. */
function typeFaults(program) {
  const found = ts.getPreEmitDiagnostics(program);
  const isPlanted = ({ file }) => planted.has(file?.fileName);
  return {
    caught: found.filter(isPlanted).map(({ file }) => `types ${relative(root, file.fileName)}`),
    faults: found.filter((each) => !isPlanted(each)),
  };
}

function linter(program) {
  const languageOptions = { parserOptions: { projectService: false, programs: [program] } };
  return new ESLint({
    cwd: root,
    overrideConfig: [{ files: ["**/*.{ts,tsx}"], languageOptions }],
  });
}

async function caughtByLint(eslint) {
  const caught = [];
  for (const { file, text } of PLANTED) {
    const [result] = await eslint.lintText(text, { filePath: `${root}/${file}` });
    for (const { ruleId } of result?.messages ?? []) caught.push(`${ruleId} ${file}`);
  }
  return caught;
}

runMain(async () => {
  const program = parse();
  const types = typeFaults(program);
  if (types.faults.length > 0) complain(textOf(types.faults));
  const eslint = linter(program);
  const caught = new Set([...types.caught, ...(await caughtByLint(eslint))]);
  const missed = PLANTED.filter(({ file, rule }) => !caught.has(`${rule} ${file}`));
  for (const { file, rule } of missed) {
    complain(`The planted fault of ${rule} in ${file} was not caught.`);
  }
  const results = await eslint.lintFiles([HERE]);
  const faults = results.reduce((sum, each) => sum + each.errorCount + each.warningCount, 0);
  if (faults > 0) complain(await (await eslint.loadFormatter("stylish")).format(results));
  say(
    `${program.getRootFileNames().length - planted.size} files, ${types.faults.length} faults of types and ${faults} of lint; ${PLANTED.length - missed.length} of ${PLANTED.length} planted ones caught.`,
  );
  return types.faults.length + faults + missed.length > 0 ? 1 : 0;
});
