-- An account that its owner has frozen: nobody logs in to it and no withdrawal leaves it. Written by account_freeze() and
-- account_unfreeze() only. docs/decisions/security/freeze.md
ALTER TABLE app_user
  ADD COLUMN frozen_at timestamptz(3),
  ADD COLUMN frozen_email text;
GRANT UPDATE (frozen_at, frozen_email) ON app_user TO ledger_owner;
CREATE INDEX app_user_frozen ON app_user (id) WHERE frozen_at IS NOT NULL;

-- Two members of staff can open it again.
ALTER TABLE approval DROP CONSTRAINT approval_kind;
ALTER TABLE approval ADD CONSTRAINT approval_kind CHECK (kind IN ('balance.add', 'balance.subtract', 'deposit.confirm',
  'deposit.reverse', 'withdrawal.approve', 'withdrawal.complete', 'house.transfer', 'saving.change', 'wallet.change', 'user.unfreeze'));

-- The links that freeze an account and open it again, and a login that it refuses.
ALTER TABLE account_token DROP CONSTRAINT account_token_purpose;
ALTER TABLE account_token ADD CONSTRAINT account_token_purpose
  CHECK (purpose IN ('password-reset', 'email-verification', 'email-change', 'freeze', 'unfreeze'));
ALTER TABLE sign_in DROP CONSTRAINT sign_in_outcome;
ALTER TABLE sign_in ADD CONSTRAINT sign_in_outcome
  CHECK (outcome IN ('success', 'wrong-password', 'wrong-totp', 'inactive', 'frozen')) NOT VALID;
