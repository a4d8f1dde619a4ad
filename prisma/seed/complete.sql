-- Whether a demo has all that seed() of index.ts makes, so that a start needn't load what would make it. By indexes
-- or the first row of a table, since every start asks.
SELECT EXISTS (SELECT FROM app_user WHERE is_admin AND erased_at IS NULL)
  AND EXISTS (SELECT FROM ledger_journal WHERE idempotency_key = 'seed:demo-house-funds')
  AND EXISTS (SELECT FROM saving_plan)
  AND EXISTS (SELECT FROM wallet) AS complete
