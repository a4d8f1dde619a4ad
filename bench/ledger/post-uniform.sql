\set a :first + :step * random(0, :users - 1)
\set b :first + :step * random(0, :users - 1)
\if :a = :b
\set b :a + :step
\endif
SELECT ledger_post('bench', uuid_v7()::text, '\x00000000000000000000000000000000000000000000000000000000000000aa', NULL,
  ARRAY[:a]::bigint[], ARRAY[:b]::bigint[], ARRAY[1000]::bigint[]);
