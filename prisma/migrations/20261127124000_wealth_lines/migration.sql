-- What a user's wealth changed by is read in the order of time: what left to the house or came from
-- it (ids of users are above 0, the house's below; -8 is escrow, which stays the user's), and how
-- their options ended. A move between own accounts costs no entry.
CREATE INDEX ledger_transfer_paid_by_user ON ledger_transfer (debit_account_id, at, journal_id, line)
  WHERE debit_account_id > 0 AND credit_account_id < 0 AND credit_account_id <> -8;
CREATE INDEX ledger_transfer_paid_to_user ON ledger_transfer (credit_account_id, at, journal_id, line)
  WHERE credit_account_id > 0 AND debit_account_id < 0 AND debit_account_id <> -8;
CREATE INDEX trade_settled_by_user ON trade (user_id, settled_at, id)
  WHERE type = 'option' AND settled_at IS NOT NULL;
