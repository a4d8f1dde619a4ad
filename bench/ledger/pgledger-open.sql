\set a random(1, :users)
SELECT * FROM pgledger_create_transfers(ARRAY[
  ROW((SELECT account_id FROM bench_account WHERE n = :a), (SELECT account_id FROM bench_account WHERE n = -2), 1000000)::transfer_request,
  ROW((SELECT account_id FROM bench_account WHERE n = -1), (SELECT account_id FROM bench_account WHERE n = -2), 820000)::transfer_request]);
