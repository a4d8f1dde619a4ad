-- Keys of people's devices, which log in without a password. docs/decisions/security/passkeys.md
CREATE TABLE passkey (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  -- What the device calls it, in base64url.
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  -- How often the device says that it was used; 0 where it does not count.
  counter bigint NOT NULL,
  -- It is on several devices of its owner, which count by themselves.
  synced boolean NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  last_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT passkey_pkey PRIMARY KEY (id),
  CONSTRAINT passkey_values CHECK (counter BETWEEN 0 AND 4294967295 AND char_length(name) BETWEEN 1 AND 100
    AND char_length(credential_id) BETWEEN 1 AND 1400 AND octet_length(public_key) BETWEEN 1 AND 4000),
  CONSTRAINT passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE UNIQUE INDEX passkey_credential_id_key ON passkey (credential_id);
CREATE INDEX passkey_user_id_id_idx ON passkey (user_id, id);
GRANT SELECT, INSERT, DELETE, UPDATE (counter, last_used_at) ON passkey TO app_runtime;

-- What a device is asked to sign: once, soon, by whom it was made for and for that alone.
CREATE TABLE passkey_challenge (
  challenge text NOT NULL,
  purpose text NOT NULL,
  -- None of both for logging in.
  user_id uuid,
  session_id uuid,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (challenge),
  CONSTRAINT passkey_challenge_purpose CHECK (purpose IN ('sign-in', 'add', 'change', 'withdrawal')
    AND num_nulls(user_id, session_id) = CASE purpose WHEN 'sign-in' THEN 2 ELSE 0 END),
  CONSTRAINT passkey_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE INDEX passkey_challenge_expires_at_idx ON passkey_challenge (expires_at);
CREATE INDEX passkey_challenge_user_id_idx ON passkey_challenge (user_id);
GRANT SELECT, INSERT, DELETE ON passkey_challenge TO app_runtime;

-- The passkey that a session was opened with, or that was added in it.
ALTER TABLE session ADD COLUMN passkey_id uuid,
  ADD CONSTRAINT session_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES passkey (id) ON UPDATE CASCADE ON DELETE SET NULL;
CREATE INDEX session_passkey_id_idx ON session (passkey_id);
GRANT UPDATE (passkey_id) ON session TO app_runtime;
