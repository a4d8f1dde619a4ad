\set a :first + :step * random(0, :users - 1)
SELECT ledger_post('bench', uuid_v7()::text, '\x00000000000000000000000000000000000000000000000000000000000000aa', NULL,
  ARRAY[:a]::bigint[], ARRAY[-1400]::bigint[], ARRAY[1000]::bigint[]);
