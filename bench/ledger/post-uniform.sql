\set a :first + :step * random(0, :users - 1)
\set b :first + :step * random(0, :users - 1)
\if :a = :b
\set b :a + :step
\endif
SELECT ledger_post_one('bench', uuid_v7()::text, '\x00000000000000000000000000000000000000000000000000000000000000aa', NULL,
  :a, :b, 1000);
