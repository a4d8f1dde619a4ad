-- One transaction backs one request, whatever network it is reported for: the hash alone counts, in
-- either case and with or without "0x". A refused deposit frees its hash.
DROP INDEX deposit_transaction_once;
CREATE UNIQUE INDEX deposit_transaction_once ON deposit ((right(lower(transaction_hash), 64)))
  WHERE transaction_hash IS NOT NULL AND status NOT IN ('failed', 'cancelled');
DROP INDEX withdrawal_transaction_once;
CREATE UNIQUE INDEX withdrawal_transaction_once ON withdrawal ((right(lower(transaction_hash), 64)))
  WHERE transaction_hash IS NOT NULL;

-- What staff search and filter by; their lists go by the running number.
CREATE INDEX deposit_transaction_search ON deposit ((right(lower(transaction_hash), 64)))
  WHERE transaction_hash IS NOT NULL;
CREATE INDEX "deposit_status_number_idx" ON "deposit"("status", "number");
CREATE INDEX "deposit_currency_network_number_idx" ON "deposit"("currency", "network", "number");
CREATE INDEX "deposit_user_id_number_idx" ON "deposit"("user_id", "number");
CREATE INDEX "deposit_created_at_idx" ON "deposit"("created_at");
CREATE INDEX "deposit_address_idx" ON "deposit"("address");
CREATE INDEX "withdrawal_status_number_idx" ON "withdrawal"("status", "number");
CREATE INDEX "withdrawal_currency_network_number_idx" ON "withdrawal"("currency", "network", "number");
CREATE INDEX "withdrawal_user_id_number_idx" ON "withdrawal"("user_id", "number");
CREATE INDEX "withdrawal_created_at_idx" ON "withdrawal"("created_at");
CREATE INDEX "withdrawal_address_idx" ON "withdrawal"("address");
