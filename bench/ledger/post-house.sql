\set a :first + :step * random(0, :users - 1)
SELECT ledger_post_one('bench', uuid_v7()::text, '\x00000000000000000000000000000000000000000000000000000000000000aa', NULL,
  :a, -1400, 1000);
