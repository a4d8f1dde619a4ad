import type { QueryResultRow } from "pg";

type Query = <Row extends QueryResultRow>(sql: string) => Promise<Row[]>;

// Rights in one order, whichever was given first.
const rights = (column: string) =>
  `coalesce((SELECT string_agg(a::text, ' ' ORDER BY a::text) FROM unnest(${column}) a), 'default')`;
const OWN = "'public'::regnamespace";
// Queries go through the table, so that the rights on a single month count for nothing.
const A_MONTH = "relispartition AND pg_get_expr(relpartbound, oid) <> 'DEFAULT'";
const OF_EXTENSION = (catalogue: string, oid: string) =>
  `EXISTS (SELECT FROM pg_depend e WHERE e.classid = '${catalogue}'::regclass AND e.objid = ${oid} AND e.deptype = 'e')`;

/** What each kind of object is asked for: one line an object, which says all that can differ. */
const KINDS: Record<string, string> = {
  schema: `SELECT format('%s owner %s rights %s', nspname, nspowner::regrole, ${rights("nspacl")}) AS line
    FROM pg_namespace WHERE nspname = 'public'`,
  extension: `SELECT format('%s %s in %s', extname, extversion, extnamespace::regnamespace) AS line FROM pg_extension`,
  role: `SELECT format('%s login %s super %s inherit %s createrole %s createdb %s bypassrls %s', rolname, rolcanlogin, rolsuper,
      rolinherit, rolcreaterole, rolcreatedb, rolbypassrls) AS line
    FROM pg_roles WHERE rolname IN ('ledger_owner', 'app_runtime')`,
  "default right": `SELECT format('%s %s %s %s', defaclrole::regrole, defaclnamespace, defaclobjtype, ${rights("defaclacl")}) AS line
    FROM pg_default_acl`,
  relation: `SELECT format('%s %s owner %s rights %s options %s persistence %s identity %s rls %s part of %s %s by %s', relkind, relname,
      relowner::regrole,
      CASE WHEN ${A_MONTH} THEN 'of its table' ELSE ${rights("relacl")} END, reloptions, relpersistence, relreplident, relrowsecurity,
      (SELECT inhparent::regclass FROM pg_inherits WHERE inhrelid = c.oid), pg_get_expr(relpartbound, oid),
      CASE relkind WHEN 'p' THEN pg_get_partkeydef(oid) WHEN 'v' THEN pg_get_viewdef(oid) WHEN 'm' THEN pg_get_viewdef(oid) END) AS line
    FROM pg_class c WHERE relnamespace = ${OWN} AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')`,
  column: `SELECT format('%s %s. %s %s not null %s default %s identity %s generated %s collation %s rights %s storage %s %s statistics %s',
      attrelid::regclass, row_number() OVER (PARTITION BY attrelid ORDER BY attnum), attname, format_type(atttypid, atttypmod),
      attnotnull, pg_get_expr(adbin, adrelid), attidentity, attgenerated, nullif(attcollation, 0)::regcollation, ${rights("attacl")},
      attstorage, attcompression, attstattarget) AS line
    FROM pg_attribute t JOIN pg_class c ON c.oid = attrelid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = ${OWN} AND relkind IN ('r', 'p', 'v', 'm', 'f') AND attnum > 0 AND NOT attisdropped`,
  constraint: `SELECT format('%s %s %s validated %s local %s inherited %s', nullif(conrelid, 0)::regclass, conname, pg_get_constraintdef(oid),
      convalidated, conislocal, coninhcount) AS line
    FROM pg_constraint WHERE connamespace = ${OWN}`,
  index: `SELECT format('%s valid %s clustered %s identity %s options %s statistics %s part of %s', pg_get_indexdef(indexrelid), indisvalid, indisclustered,
      indisreplident, reloptions, (SELECT string_agg(attstattarget::text, ' ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = c.oid),
      (SELECT inhparent::regclass FROM pg_inherits WHERE inhrelid = c.oid)) AS line
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE relnamespace = ${OWN}`,
  trigger: `SELECT format('%s enabled %s inherited %s', pg_get_triggerdef(t.oid), tgenabled, tgparentid <> 0) AS line
    FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid WHERE relnamespace = ${OWN} AND NOT tgisinternal`,
  sequence: `SELECT format('%s %s start %s step %s from %s to %s cache %s cycle %s of %s', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement,
      seqmin, seqmax, seqcache, seqcycle, (SELECT format('%s.%s %s', refobjid::regclass, attname, deptype) FROM pg_depend
        JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
        WHERE classid = 'pg_class'::regclass AND objid = seqrelid AND refclassid = 'pg_class'::regclass)) AS line
    FROM pg_sequence JOIN pg_class c ON c.oid = seqrelid WHERE relnamespace = ${OWN}`,
  function: `SELECT format('%s owner %s rights %s', pg_get_functiondef(p.oid), proowner::regrole, ${rights("proacl")}) AS line
    FROM pg_proc p WHERE pronamespace = ${OWN} AND prokind <> 'a' AND NOT ${OF_EXTENSION("pg_proc", "p.oid")}`,
  aggregate: `SELECT format('%s by %s from %s of %s parallel %s owner %s rights %s', p.oid::regprocedure, aggtransfn, agginitval, aggtranstype::regtype, proparallel,
      proowner::regrole, ${rights("proacl")}) AS line
    FROM pg_proc p JOIN pg_aggregate ON aggfnoid = p.oid WHERE pronamespace = ${OWN} AND NOT ${OF_EXTENSION("pg_proc", "p.oid")}`,
  type: `SELECT format('%s %s owner %s rights %s %s %s', typtype, typname, typowner::regrole, ${rights("typacl")}, pg_get_expr(typdefaultbin, 0),
      (SELECT string_agg(enumlabel, ' ' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid)) AS line
    FROM pg_type t WHERE typnamespace = ${OWN} AND typtype IN ('e', 'd', 'r') AND NOT ${OF_EXTENSION("pg_type", "t.oid")}`,
  statistics: `SELECT pg_get_statisticsobjdef(oid) AS line FROM pg_statistic_ext WHERE stxnamespace = ${OWN}`,
  policy: `SELECT format('%s %s %s %s', polrelid::regclass, polname, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) AS line
    FROM pg_policy`,
  rule: `SELECT pg_get_ruledef(r.oid) AS line FROM pg_rewrite r JOIN pg_class c ON c.oid = ev_class
    WHERE relnamespace = ${OWN} AND relkind IN ('r', 'p')`,
  "event trigger": `SELECT format('%s %s %s %s', evtname, evtevent, evtfoid::regproc, evttags) AS line FROM pg_event_trigger`,
};

// Which months a partitioned table has depends on when it was made; what a month is like does not.
const MONTH = /_\d{4}_\d{2}(?=[\s._"(]|$)/g;
const BOUND = /FOR VALUES FROM \('[^']*'\) TO \('[^']*'\)/g;

/**
 * Everything that the schema `public` of a database consists of: tables, columns, defaults, constraints, indexes,
 * triggers, functions, sequences, owners and rights. Two databases with the same lines behave the same.
 * Monthly partitions of a table are folded into one.
 * @returns one line an object, sorted
 */
export async function describeDatabase(query: Query): Promise<string[]> {
  const lines = new Set<string>();
  for (const [kind, sql] of Object.entries(KINDS)) {
    for (const { line } of await query<{ line: string }>(sql)) {
      lines.add(`${kind} ${line}`.replace(MONTH, "_month").replace(BOUND, "one month"));
    }
  }
  return [...lines].sort();
}
