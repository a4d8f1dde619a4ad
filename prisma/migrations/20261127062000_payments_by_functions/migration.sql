-- Deposits, withdrawals and changes of balances are written by functions alone, each with its rule and its audit entry.
-- docs/decisions/database-roles.md
GRANT SELECT, INSERT, UPDATE ON deposit, withdrawal, balance_adjustment TO ledger_owner;
GRANT USAGE ON SEQUENCE deposit_number_seq, withdrawal_number_seq TO ledger_owner;
GRANT SELECT ON wallet, stored_file, withdrawal_address TO ledger_owner;
-- Whoever locks a row needs the right to write to it.
GRANT UPDATE (updated_at) ON wallet TO ledger_owner;
REVOKE INSERT, UPDATE ON deposit, withdrawal, balance_adjustment FROM app_runtime;
REVOKE USAGE ON SEQUENCE deposit_number_seq, withdrawal_number_seq FROM app_runtime;
