-- In pgledger's own schema: a USDT account for every user, one for the house's pool and one for escrow.
CREATE TABLE bench_account AS
SELECT n, (pgledger_create_account('bench' || n, 'USDT')).id AS account_id FROM generate_series(1, :users) AS n;
ALTER TABLE bench_account ADD PRIMARY KEY (n);
INSERT INTO bench_account SELECT -1, id FROM pgledger_create_account('pool', 'USDT');
INSERT INTO bench_account SELECT -2, id FROM pgledger_create_account('escrow', 'USDT');
VACUUM ANALYZE;
