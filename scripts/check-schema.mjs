import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { complain, runMain, say } from "./lib/report.mjs";
import { root } from "./lib/settings.mjs";

// `npm run db:check`: whether the SQL migrations build what the Prisma schema describes. Prisma's
// own schema engine compares them, as WebAssembly, since the downloaded binary isn't everywhere.
// It sees tables, columns, keys and plain indexes; checks, triggers and functions it can't.

const CHAR_OID = 18;
const TEXT_OID = 25;

// The adapter knows no OID for the catalogue type "char", and the engine panics when such a
// column arrives as text: show the adapter text, and the engine a character.
function withCharColumns(queryable, characterType) {
  const charColumns = new WeakMap();
  const performIO = queryable.performIO.bind(queryable);
  queryable.performIO = async (query) => {
    const result = await performIO(query);
    const found = result.fields.flatMap((field, i) => (field.dataTypeID === CHAR_OID ? [i] : []));
    for (const i of found) result.fields[i].dataTypeID = TEXT_OID;
    if (found.length > 0) charColumns.set(result.rows, found);
    return result;
  };
  const queryRaw = queryable.queryRaw.bind(queryable);
  queryable.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const i of charColumns.get(result.rows) ?? []) result.columnTypes[i] = characterType;
    return result;
  };
  if (queryable.startTransaction) {
    const start = queryable.startTransaction.bind(queryable);
    queryable.startTransaction = async (...args) =>
      withCharColumns(await start(...args), characterType);
  }
  return queryable;
}

async function loadEngine() {
  const require = createRequire(import.meta.url);
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const wasm = require
    .resolve("@prisma/schema-engine-wasm")
    .replace(/schema_engine\.js$/, "schema_engine_bg.wasm");
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm), {
    "./schema_engine_bg.js": glue,
  });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue.SchemaEngine;
}

function schemaFiles() {
  const folder = join(root, "prisma/schema");
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".prisma"))
    .map((name) => ({
      path: join(folder, name),
      content: readFileSync(join(folder, name), "utf8"),
    }));
}

async function difference(url) {
  const { PrismaPg } = await import("@prisma/adapter-pg");
  const { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } = await import(
    "@prisma/driver-adapter-utils"
  );
  class CatalogueAdapter extends PrismaPg {
    async connect() {
      return withCharColumns(await super.connect(), ColumnTypeEnum.Character);
    }
  }
  const adapter = new CatalogueAdapter({ connectionString: url, max: 2 }, { schema: "public" });
  const files = schemaFiles();
  const SchemaEngine = await loadEngine();
  const engine = await SchemaEngine.new(
    { datamodels: files.map(({ path, content }) => [path, content]) },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  try {
    return await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: root },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: true,
      shadowDatabaseUrl: null,
      filters: { externalTables: [], externalEnums: [] },
    });
  } finally {
    engine.free();
  }
}

// A partition is part of its table and has no place in the schema.
async function detachPartitions(url) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relispartition AND c.relkind IN ('r', 'p') AND n.nspname = 'public'`,
  );
  for (const { name } of rows) await client.query(`DROP TABLE IF EXISTS ${name} CASCADE`);
  await client.end();
}

/** Runs `work` on a new database that the migrations made, on the server of the whole run if there is one. */
async function withMigrated(work) {
  const { startTestPostgres, stopTestPostgres, copyOfTemplate } = await import(
    "../tests/support/jest/postgres.mjs"
  );
  const address = process.env.TEST_POSTGRES_PORT ? process.env : await startTestPostgres();
  try {
    return await work(await copyOfTemplate(address, "schema_check"));
  } finally {
    await stopTestPostgres();
  }
}

runMain(async () => {
  // The engine reports a panic through this global; without it the message is lost.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: complain };
  return withMigrated(async (url) => {
    await detachPartitions(url);
    const { exitCode, stdout } = await difference(url);
    if (exitCode === 2) {
      complain(`The migrations do not build the schema. Missing:\n${stdout}`);
      return 1;
    }
    say("Schema and migrations agree.");
    return 0;
  });
});
