-- Whether a login from a device that the account does not know waits until its owner lets it in by mail.
-- docs/decisions/security/account-protection.md
ALTER TABLE app_user ADD COLUMN device_approval boolean NOT NULL DEFAULT false;

-- The login that a mailed link lets in.
ALTER TABLE account_token ADD COLUMN sign_in_id uuid;
ALTER TABLE account_token ADD CONSTRAINT account_token_sign_in_id_fkey
  FOREIGN KEY (sign_in_id) REFERENCES sign_in (id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE account_token DROP CONSTRAINT account_token_purpose;
ALTER TABLE account_token ADD CONSTRAINT account_token_purpose CHECK
  (purpose IN ('password-reset', 'email-verification', 'email-change', 'freeze', 'unfreeze', 'device'));
ALTER TABLE account_token ADD CONSTRAINT account_token_device
  CHECK ((purpose = 'device') = (sign_in_id IS NOT NULL)) NOT VALID;

ALTER TABLE sign_in DROP CONSTRAINT sign_in_outcome;
ALTER TABLE sign_in ADD CONSTRAINT sign_in_outcome CHECK
  (outcome IN ('success', 'wrong-password', 'wrong-totp', 'inactive', 'frozen', 'unapproved', 'approved')) NOT VALID;
CREATE INDEX sign_in_approved ON sign_in (user_id, id DESC) WHERE outcome = 'approved';
