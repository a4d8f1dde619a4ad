-- The tables of the application, with their keys, rules, indexes, owners and rights, and the rows without which
-- nothing works. What functions and triggers do is in prisma/functions; docs/decisions/migrations.md says how both
-- get into a database.

-- Roles. They belong to the whole cluster, so a second database in it finds them already there.
DO $$
BEGIN
  BEGIN
    CREATE ROLE ledger_owner NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
  BEGIN
    CREATE ROLE app_runtime NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
END
$$;

-- A migrating user that is no superuser must be a member of a role to hand it objects.
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT ledger_owner, app_runtime TO %I', current_user);
  END IF;
END
$$;

GRANT USAGE ON SCHEMA public TO app_runtime, ledger_owner;
GRANT CREATE ON SCHEMA public TO ledger_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- Any part of what a user can be known by is found through trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The functions that defaults and indexes of tables need, as they were at first. prisma/functions has those in force.
CREATE OR REPLACE FUNCTION uuid_v7()
  RETURNS uuid
  LANGUAGE plpgsql PARALLEL SAFE
AS $$
DECLARE
  ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  bytes bytea := uuid_send(gen_random_uuid());
BEGIN
  bytes := overlay(bytes PLACING substring(int8send(ms) FROM 3) FROM 1 FOR 6);
  bytes := set_byte(bytes, 6, (get_byte(bytes, 6) & 15) | 112);
  RETURN encode(bytes, 'hex')::uuid;
END
$$;

-- The built-in one is several times faster where it exists.
DO $do$
BEGIN
  IF to_regprocedure('pg_catalog.uuidv7()') IS NOT NULL THEN
    CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid
      LANGUAGE sql PARALLEL SAFE
      AS 'SELECT pg_catalog.uuidv7()';
  END IF;
END
$do$;

CREATE FUNCTION app_now()
  RETURNS timestamptz
  LANGUAGE sql PARALLEL SAFE
AS $$ SELECT clock_timestamp() $$;

CREATE FUNCTION digit_fives(p_text text)
  RETURNS integer[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(array_agg(DISTINCT substr(r.digits[1], i, 5)::integer), '{}')
  FROM regexp_matches(p_text, '\d{5,}', 'g') AS r (digits), generate_series(1, length(r.digits[1]) - 4) AS i
$$;

CREATE FUNCTION transaction_key(p_hash text)
  RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT regexp_replace(lower(p_hash), '^0x', '')
$$;

GRANT EXECUTE ON FUNCTION app_now(), uuid_v7() TO app_runtime, ledger_owner;

CREATE TABLE app_user (
  id uuid NOT NULL DEFAULT uuid_v7(),
  username text NOT NULL,
  username_key text NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  withdraw_password_hash text,
  country text NOT NULL,
  country_iso text NOT NULL,
  country_code text NOT NULL,
  phone_number text NOT NULL,
  gender text NOT NULL,
  is_admin boolean NOT NULL DEFAULT false,
  permissions text[] DEFAULT ARRAY[]::text[],
  is_active boolean NOT NULL DEFAULT true,
  email_verified_at timestamptz(3),
  two_factor_secret text,
  two_factor_enabled_at timestamptz(3),
  two_factor_last_step bigint,
  referral_code text NOT NULL,
  referred_by_id uuid,
  withdrawals_held_until timestamptz(3),
  trade_count_reset_at timestamptz(6),
  address_book_only boolean NOT NULL DEFAULT false,
  theme text NOT NULL DEFAULT 'system',
  colour_mode text NOT NULL DEFAULT 'default',
  hide_balances boolean NOT NULL DEFAULT false,
  language text NOT NULL DEFAULT 'en',
  last_sign_in_at timestamptz(3),
  erased_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  address_book_off_at timestamptz(3),
  password_changed_at timestamptz(3),
  withdraw_password_changed_at timestamptz(3),
  CONSTRAINT app_user_pkey PRIMARY KEY (id),
  CONSTRAINT app_user_colour_mode CHECK (colour_mode IN ('default', 'blue-orange')),
  CONSTRAINT app_user_email_lower CHECK (email = lower(email)),
  CONSTRAINT app_user_gender CHECK (gender IN ('Male', 'Female', '')),
  CONSTRAINT app_user_no_self_referral CHECK (referred_by_id IS DISTINCT FROM id),
  CONSTRAINT app_user_theme CHECK (theme IN ('system', 'dark', 'light')),
  CONSTRAINT app_user_username_key_lower CHECK (username_key = lower(username))
);
CREATE UNIQUE INDEX app_user_username_key_key ON app_user (username_key);
CREATE UNIQUE INDEX app_user_email_key ON app_user (email);
CREATE UNIQUE INDEX app_user_referral_code_key ON app_user (referral_code);
CREATE INDEX app_user_referred_by_id_idx ON app_user (referred_by_id);
CREATE INDEX app_user_created_at_idx ON app_user (created_at);
CREATE INDEX app_user_staff ON app_user (id) WHERE is_admin;
CREATE INDEX app_user_search ON app_user USING gin (((((((((((username_key || ' ') || email) || ' ') || country_code) || phone_number) || ' ') || lower(referral_code)) || ' ') || lower(country))) gin_trgm_ops) WHERE erased_at IS NULL;
CREATE INDEX app_user_username_beginning ON app_user (username_key text_pattern_ops) WHERE username_key IS NOT NULL;
CREATE INDEX app_user_email_beginning ON app_user (email text_pattern_ops) WHERE email IS NOT NULL;
-- The list's filters, each in the order of the newest first, and its order by last sign-in.
CREATE INDEX app_user_by_country ON app_user (country_iso, id DESC);
CREATE INDEX app_user_inactive ON app_user (id) WHERE NOT is_active;
CREATE INDEX app_user_email_verified ON app_user (id) WHERE email_verified_at IS NOT NULL;
CREATE INDEX app_user_email_unverified ON app_user (id) WHERE email_verified_at IS NULL;
CREATE INDEX app_user_by_last_sign_in ON app_user (COALESCE(last_sign_in_at, '-infinity'::timestamptz) DESC, id DESC) WHERE erased_at IS NULL;
-- Who gets a message to everybody, in the order of delivery; its size estimates how many they are.
CREATE INDEX app_user_active ON app_user (id) WHERE is_active AND (erased_at IS NULL);
-- Finding people by the beginning of their name, in any collation.
CREATE INDEX app_user_username_prefix ON app_user (username_key text_pattern_ops) WHERE is_active AND (erased_at IS NULL);
CREATE INDEX app_user_digits ON app_user USING gin (digit_fives((((((((((username_key || ' ') || email) || ' ') || country_code) || phone_number) || ' ') || lower(referral_code)) || ' ') || lower(country)))) WHERE erased_at IS NULL;
GRANT SELECT, REFERENCES ON app_user TO ledger_owner;
GRANT SELECT, INSERT, UPDATE ON app_user TO app_runtime;
GRANT UPDATE (updated_at) ON app_user TO ledger_owner;

CREATE TABLE session (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  user_agent text,
  ip text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  revoked_reason text,
  CONSTRAINT session_pkey PRIMARY KEY (id)
);
CREATE INDEX session_user_id_created_at_idx ON session (user_id, created_at);
CREATE INDEX session_live ON session (user_id, expires_at) WHERE revoked_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON session TO app_runtime;

CREATE TABLE recovery_code (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  code_hash text NOT NULL,
  used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT recovery_code_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX recovery_code_code_hash_key ON recovery_code (code_hash);
CREATE INDEX recovery_code_user_id_idx ON recovery_code (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_code TO app_runtime;

CREATE TABLE account_token (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  token_hash text NOT NULL,
  email text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT account_token_pkey PRIMARY KEY (id),
  CONSTRAINT account_token_purpose CHECK (purpose IN ('password-reset', 'email-verification', 'email-change'))
);
CREATE UNIQUE INDEX account_token_token_hash_key ON account_token (token_hash);
CREATE INDEX account_token_user_id_purpose_idx ON account_token (user_id, purpose);
GRANT SELECT, INSERT, UPDATE, DELETE ON account_token TO app_runtime;

CREATE TABLE sign_in (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  outcome text NOT NULL,
  ip text,
  user_agent text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT sign_in_pkey PRIMARY KEY (id),
  CONSTRAINT sign_in_outcome CHECK (outcome IN ('success', 'wrong-password', 'wrong-totp', 'inactive'))
);
CREATE INDEX sign_in_user_id_created_at_idx ON sign_in (user_id, created_at);
-- Each attempt to sign in reads where the account was signed in to before, and a guessed-at one has many failures.
CREATE INDEX sign_in_success ON sign_in (user_id, id DESC) WHERE outcome = 'success';
GRANT SELECT, INSERT ON sign_in TO app_runtime;
GRANT UPDATE (ip, user_agent) ON sign_in TO app_runtime;

CREATE TABLE risk_acceptance (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  product text NOT NULL,
  version integer NOT NULL,
  accepted_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT risk_acceptance_pkey PRIMARY KEY (id),
  CONSTRAINT risk_acceptance_product CHECK (product IN ('option', 'ai'))
);
CREATE UNIQUE INDEX risk_acceptance_user_id_product_version_key ON risk_acceptance (user_id, product, version);
GRANT SELECT, INSERT ON risk_acceptance TO app_runtime;
GRANT SELECT ON risk_acceptance TO ledger_owner;

CREATE TABLE user_note (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  author_id uuid NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT user_note_pkey PRIMARY KEY (id)
);
CREATE INDEX user_note_user_id_created_at_idx ON user_note (user_id, created_at);
GRANT SELECT, INSERT ON user_note TO app_runtime;
GRANT UPDATE (text) ON user_note TO app_runtime;

CREATE TABLE referral_earning (
  id uuid NOT NULL DEFAULT uuid_v7(),
  referrer_id uuid NOT NULL,
  referred_id uuid NOT NULL,
  source_type text NOT NULL,
  source_id uuid NOT NULL,
  fee_micro bigint NOT NULL,
  earned_micro bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT referral_earning_pkey PRIMARY KEY (id),
  CONSTRAINT referral_earning_amounts CHECK ((fee_micro > 0) AND (earned_micro >= 0) AND (earned_micro <= fee_micro))
);
CREATE INDEX referral_earning_referrer_id_created_at_idx ON referral_earning (referrer_id, created_at);
CREATE INDEX referral_earning_referred_id_idx ON referral_earning (referred_id);
CREATE UNIQUE INDEX referral_earning_source_type_source_id_key ON referral_earning (source_type, source_id);
GRANT SELECT ON referral_earning TO app_runtime;
GRANT SELECT, INSERT ON referral_earning TO ledger_owner;

CREATE TABLE notification (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  broadcast_id uuid,
  type text NOT NULL,
  title text NOT NULL,
  message text NOT NULL,
  read_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT notification_pkey PRIMARY KEY (id)
);
CREATE INDEX notification_user_id_id_idx ON notification (user_id, id DESC);
CREATE UNIQUE INDEX notification_broadcast_id_user_id_key ON notification (broadcast_id, user_id);
CREATE INDEX notification_unread ON notification (user_id, id DESC) WHERE read_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON notification TO app_runtime;

CREATE TABLE notification_broadcast (
  id uuid NOT NULL DEFAULT uuid_v7(),
  author_id uuid NOT NULL,
  audience text NOT NULL,
  user_ids uuid[],
  title text NOT NULL,
  message text NOT NULL,
  status text NOT NULL DEFAULT 'queued',
  recipient_count integer NOT NULL DEFAULT 0,
  delivered_count integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at timestamptz(3),
  client_key text,
  cursor_user_id uuid,
  CONSTRAINT notification_broadcast_pkey PRIMARY KEY (id),
  CONSTRAINT notification_broadcast_values CHECK (((audience IN ('all', 'users')) AND (status IN ('queued', 'sending', 'sent', 'failed')) AND (delivered_count >= 0) AND (delivered_count <= recipient_count)))
);
CREATE INDEX notification_broadcast_created_at_idx ON notification_broadcast (created_at);
CREATE UNIQUE INDEX notification_broadcast_client_key_key ON notification_broadcast (client_key);
CREATE INDEX notification_broadcast_unfinished ON notification_broadcast (id) WHERE status IN ('queued', 'sending');
GRANT SELECT, INSERT, UPDATE ON notification_broadcast TO app_runtime;

CREATE TABLE chat (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'open',
  last_message_at timestamptz(3),
  user_unread integer NOT NULL DEFAULT 0,
  support_unread integer NOT NULL DEFAULT 0,
  cleared_before_id uuid,
  closed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT chat_pkey PRIMARY KEY (id),
  CONSTRAINT chat_values CHECK (((status IN ('open', 'closed')) AND (user_unread >= 0) AND (support_unread >= 0)))
);
CREATE UNIQUE INDEX chat_user_id_key ON chat (user_id);
CREATE INDEX chat_status_last_message_at_idx ON chat (status, last_message_at);
-- Conversations with unread messages, and all others, the newest message first.
CREATE INDEX chat_waiting ON chat (last_message_at DESC, id DESC) WHERE support_unread > 0;
CREATE INDEX chat_answered ON chat (last_message_at DESC, id DESC) WHERE support_unread = 0;
-- Conversations in which something was said, the newest first: most never get a message.
CREATE INDEX chat_begun ON chat (created_at DESC) WHERE last_message_at IS NOT NULL;
-- Conversations in which something was said, the newest message first, read ones and unread ones together.
CREATE INDEX chat_newest ON chat (last_message_at DESC, id DESC) WHERE last_message_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON chat TO app_runtime;

CREATE TABLE chat_message (
  id uuid NOT NULL DEFAULT uuid_v7(),
  chat_id uuid NOT NULL,
  sender text NOT NULL,
  author_id uuid,
  text text,
  image_file_id uuid,
  client_key text,
  read_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT chat_message_pkey PRIMARY KEY (id),
  CONSTRAINT chat_message_values CHECK (((sender IN ('user', 'support')) AND ((text IS NOT NULL) OR (image_file_id IS NOT NULL))))
);
CREATE UNIQUE INDEX chat_message_image_file_id_key ON chat_message (image_file_id);
CREATE INDEX chat_message_chat_id_id_idx ON chat_message (chat_id, id DESC);
CREATE UNIQUE INDEX chat_message_chat_id_client_key_key ON chat_message (chat_id, client_key);
GRANT SELECT, INSERT, UPDATE ON chat_message TO app_runtime;

CREATE TABLE canned_reply (
  id uuid NOT NULL DEFAULT uuid_v7(),
  title text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT canned_reply_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX canned_reply_title_key ON canned_reply (title);
GRANT SELECT, INSERT, UPDATE, DELETE ON canned_reply TO app_runtime;

CREATE TABLE customer_service (
  id uuid NOT NULL DEFAULT uuid_v7(),
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  link text NOT NULL,
  link_type text NOT NULL,
  icon text NOT NULL DEFAULT '',
  icon_type text NOT NULL DEFAULT 'url',
  icon_file_id uuid,
  "order" integer NOT NULL DEFAULT 0,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT customer_service_pkey PRIMARY KEY (id),
  CONSTRAINT customer_service_values CHECK (((link_type IN ('url', 'email', 'phone', 'internal')) AND (icon_type IN ('url', 'other'))))
);
CREATE INDEX customer_service_is_active_order_idx ON customer_service (is_active, "order");
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_service TO app_runtime;

CREATE TABLE wallet (
  id uuid NOT NULL DEFAULT uuid_v7(),
  currency text NOT NULL,
  network text NOT NULL,
  address text NOT NULL,
  label text NOT NULL DEFAULT '',
  qr_file_id uuid,
  min_deposit_micro bigint NOT NULL DEFAULT 10000000,
  is_active boolean NOT NULL DEFAULT true,
  is_demo boolean NOT NULL DEFAULT false,
  deleted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  former_addresses text[] DEFAULT ARRAY[]::text[],
  qr_matches boolean NOT NULL DEFAULT false,
  address_confirmed boolean NOT NULL DEFAULT true,
  CONSTRAINT wallet_pkey PRIMARY KEY (id),
  CONSTRAINT wallet_min_deposit CHECK (min_deposit_micro >= 0),
  CONSTRAINT wallet_pair CHECK ((currency, network) IN (
    ('BTC', 'BTC'), ('ETH', 'ERC20'), ('USDT', 'ERC20'), ('USDT', 'TRC20'), ('USDT', 'BEP20'),
    ('USDC', 'ERC20'), ('USDC', 'BEP20'), ('BNB', 'BEP20')))
);
CREATE UNIQUE INDEX wallet_address_once ON wallet (currency, network, address) WHERE deleted_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON wallet TO app_runtime;

CREATE SEQUENCE deposit_number_seq;
CREATE TABLE deposit (
  id uuid NOT NULL DEFAULT uuid_v7(),
  number bigint NOT NULL DEFAULT nextval('deposit_number_seq'::regclass),
  user_id uuid NOT NULL,
  wallet_id uuid NOT NULL,
  currency text NOT NULL,
  network text NOT NULL,
  address text NOT NULL,
  amount_e8 bigint NOT NULL,
  rate_e8 bigint,
  rate_source text,
  credited_micro bigint,
  status text NOT NULL DEFAULT 'pending',
  transaction_hash text,
  proof_file_id uuid NOT NULL,
  admin_notes text,
  processed_by_id uuid,
  processed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT deposit_pkey PRIMARY KEY (id),
  CONSTRAINT deposit_amounts CHECK (((amount_e8 > 0) AND (COALESCE(rate_e8, (1)::bigint) > 0) AND (COALESCE(credited_micro, (0)::bigint) >= 0))),
  CONSTRAINT deposit_completed CHECK (((status <> 'completed') OR ((rate_e8 IS NOT NULL) AND (credited_micro IS NOT NULL) AND (processed_by_id IS NOT NULL) AND (processed_at IS NOT NULL)))),
  CONSTRAINT deposit_status CHECK (status IN ('pending', 'confirmed', 'processing', 'completed', 'failed', 'cancelled'))
);
ALTER SEQUENCE deposit_number_seq OWNED BY deposit.number;
CREATE UNIQUE INDEX deposit_number_key ON deposit (number);
CREATE UNIQUE INDEX deposit_proof_file_id_key ON deposit (proof_file_id);
CREATE INDEX deposit_user_id_id_idx ON deposit (user_id, id DESC);
CREATE INDEX deposit_status_id_idx ON deposit (status, id DESC);
CREATE INDEX deposit_pending ON deposit (id) WHERE status = 'pending';
-- Whether a wallet has deposits is asked before it is deleted.
CREATE INDEX deposit_wallet_id_idx ON deposit (wallet_id);
CREATE INDEX deposit_status_number_idx ON deposit (status, number);
CREATE INDEX deposit_currency_network_number_idx ON deposit (currency, network, number);
CREATE INDEX deposit_user_id_number_idx ON deposit (user_id, number);
CREATE INDEX deposit_created_at_idx ON deposit (created_at);
CREATE INDEX deposit_address_idx ON deposit (address);
-- The queues' filter by network alone.
CREATE INDEX deposit_network_number_idx ON deposit (network, number);
CREATE INDEX deposit_transaction ON deposit (transaction_key(transaction_hash), ((status <> 'completed')), number DESC) WHERE transaction_hash IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON deposit TO app_runtime;
GRANT USAGE ON SEQUENCE deposit_number_seq TO app_runtime;

CREATE SEQUENCE withdrawal_number_seq;
CREATE TABLE withdrawal (
  id uuid NOT NULL DEFAULT uuid_v7(),
  number bigint NOT NULL DEFAULT nextval('withdrawal_number_seq'::regclass),
  user_id uuid NOT NULL,
  currency text NOT NULL,
  network text NOT NULL,
  address text NOT NULL,
  amount_micro bigint NOT NULL,
  fee_micro bigint NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'pending',
  transaction_hash text,
  admin_notes text,
  processed_by_id uuid,
  approved_at timestamptz(3),
  processed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  rate_e8 bigint,
  rate_source text,
  rate_at timestamptz(3),
  payout_e8 bigint,
  CONSTRAINT withdrawal_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawal_amounts CHECK ((amount_micro > 0) AND (fee_micro >= 0) AND (fee_micro < amount_micro)),
  CONSTRAINT withdrawal_completed CHECK (((status <> 'completed') OR ((transaction_hash IS NOT NULL) AND (processed_by_id IS NOT NULL)))),
  CONSTRAINT withdrawal_payout CHECK (((num_nulls(rate_e8, rate_source, rate_at, payout_e8) = ANY (ARRAY[0, 4])) AND (COALESCE(rate_e8, (1)::bigint) > 0) AND (COALESCE(payout_e8, (1)::bigint) > 0))),
  CONSTRAINT withdrawal_status CHECK (status IN ('pending', 'confirmed', 'processing', 'completed', 'failed', 'cancelled'))
);
ALTER SEQUENCE withdrawal_number_seq OWNED BY withdrawal.number;
CREATE UNIQUE INDEX withdrawal_number_key ON withdrawal (number);
CREATE INDEX withdrawal_user_id_id_idx ON withdrawal (user_id, id DESC);
CREATE INDEX withdrawal_status_id_idx ON withdrawal (status, id DESC);
CREATE INDEX withdrawal_open ON withdrawal (id) WHERE status IN ('pending', 'processing');
CREATE INDEX withdrawal_user_day ON withdrawal (user_id, created_at);
CREATE INDEX withdrawal_status_number_idx ON withdrawal (status, number);
CREATE INDEX withdrawal_currency_network_number_idx ON withdrawal (currency, network, number);
CREATE INDEX withdrawal_user_id_number_idx ON withdrawal (user_id, number);
CREATE INDEX withdrawal_created_at_idx ON withdrawal (created_at);
CREATE INDEX withdrawal_address_idx ON withdrawal (address);
CREATE INDEX withdrawal_network_number_idx ON withdrawal (network, number);
CREATE INDEX withdrawal_transaction ON withdrawal (transaction_key(transaction_hash), ((status <> 'completed')), number DESC) WHERE transaction_hash IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON withdrawal TO app_runtime;
GRANT USAGE ON SEQUENCE withdrawal_number_seq TO app_runtime;

CREATE TABLE withdrawal_address (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  currency text NOT NULL,
  network text NOT NULL,
  address text NOT NULL,
  label text NOT NULL,
  usable_from timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT withdrawal_address_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawal_address_pair CHECK ((currency, network) IN (
    ('BTC', 'BTC'), ('ETH', 'ERC20'), ('USDT', 'ERC20'), ('USDT', 'TRC20'), ('USDT', 'BEP20'),
    ('USDC', 'ERC20'), ('USDC', 'BEP20'), ('BNB', 'BEP20')))
);
CREATE INDEX withdrawal_address_user_id_idx ON withdrawal_address (user_id);
CREATE UNIQUE INDEX withdrawal_address_once ON withdrawal_address (user_id, currency, network, address) WHERE deleted_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON withdrawal_address TO app_runtime;

CREATE TABLE balance_adjustment (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  currency text NOT NULL,
  operation text NOT NULL,
  amount_micro bigint NOT NULL,
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  proposed_by_id uuid NOT NULL,
  decided_by_id uuid,
  decided_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  decision_note text,
  expires_at timestamptz(3),
  value_micro bigint,
  CONSTRAINT balance_adjustment_pkey PRIMARY KEY (id),
  -- What waited was applied or refused by somebody; nothing waits without an end.
  CONSTRAINT balance_adjustment_decided CHECK (
CASE status
    WHEN 'pending' THEN ((expires_at IS NOT NULL) AND (decided_at IS NULL) AND (decided_by_id IS NULL))
    WHEN 'expired' THEN ((expires_at IS NOT NULL) AND (decided_at IS NOT NULL) AND (decided_by_id IS NULL))
    WHEN 'refused' THEN ((expires_at IS NOT NULL) AND (decided_at IS NOT NULL) AND (decided_by_id IS NOT NULL))
    ELSE ((decided_at IS NOT NULL) AND ((expires_at IS NULL) = (decided_by_id IS NULL)))
END),
  CONSTRAINT balance_adjustment_four_eyes CHECK ((proposed_by_id <> user_id) AND (decided_by_id IS DISTINCT FROM user_id) AND (decided_by_id IS DISTINCT FROM proposed_by_id)),
  CONSTRAINT balance_adjustment_values CHECK (((operation IN ('add', 'subtract')) AND (currency IN ('USDT', 'XAUT')) AND (amount_micro > 0) AND (char_length(reason) >= 5) AND (status IN ('pending', 'applied', 'refused', 'expired'))))
);
CREATE INDEX balance_adjustment_user_id_created_at_idx ON balance_adjustment (user_id, created_at);
CREATE INDEX balance_adjustment_pending ON balance_adjustment (id) WHERE status = 'pending';
-- The list of approvals, newest first.
CREATE INDEX balance_adjustment_approval ON balance_adjustment (created_at DESC, id DESC) WHERE expires_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON balance_adjustment TO app_runtime;

CREATE TABLE idempotency_record (
  user_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer,
  body jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  completed_at timestamptz(3),
  CONSTRAINT idempotency_record_pkey PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idempotency_record_created_at_idx ON idempotency_record (created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_record TO app_runtime;

CREATE TABLE rate_limit (
  key text NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limit_expire_idx ON rate_limit (expire);
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limit TO app_runtime;

CREATE TABLE vault_conversion (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  direction text NOT NULL,
  usdt_micro bigint NOT NULL,
  xaut_micro bigint NOT NULL,
  price_e8 bigint NOT NULL,
  tick_seq bigint NOT NULL,
  simulated boolean NOT NULL DEFAULT false,
  stored_after_micro bigint NOT NULL,
  cost_after_micro bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- A user's conversions in their order, without gaps: what the average cost is carried along.
  -- Realised is what retrieving brought in over the cost that left.
  seq integer NOT NULL,
  realised_micro bigint,
  CONSTRAINT vault_conversion_pkey PRIMARY KEY (id),
  CONSTRAINT vault_conversion_values CHECK (((direction IN ('store', 'retrieve')) AND (usdt_micro > 0) AND (xaut_micro > 0) AND (price_e8 > 0) AND (stored_after_micro >= 0) AND (cost_after_micro >= 0)))
);
CREATE UNIQUE INDEX vault_conversion_user_id_seq_key ON vault_conversion (user_id, seq);
CREATE INDEX vault_conversion_created_brin ON vault_conversion USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');
GRANT SELECT ON vault_conversion TO app_runtime;
GRANT SELECT, INSERT ON vault_conversion TO ledger_owner;

CREATE TABLE saving_plan (
  id uuid NOT NULL DEFAULT uuid_v7(),
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  type text NOT NULL,
  currency text NOT NULL,
  daily_rate_ppb bigint NOT NULL,
  duration_days integer,
  min_amount_micro bigint NOT NULL,
  max_amount_micro bigint,
  capacity_micro bigint,
  subscribed_micro bigint NOT NULL DEFAULT 0,
  is_active boolean NOT NULL DEFAULT true,
  deleted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT saving_plan_pkey PRIMARY KEY (id),
  CONSTRAINT saving_plan_values CHECK (((type IN ('fixed', 'flexible')) AND (currency IN ('USDT', 'XAUT')) AND (daily_rate_ppb >= 0) AND (min_amount_micro > 0) AND ((max_amount_micro IS NULL) OR (max_amount_micro >= min_amount_micro)) AND (subscribed_micro >= 0) AND ((capacity_micro IS NULL) OR (subscribed_micro <= capacity_micro)) AND ((type = 'fixed') = (duration_days IS NOT NULL)) AND (COALESCE(duration_days, 1) > 0)))
);
GRANT SELECT, INSERT ON saving_plan TO app_runtime;
GRANT SELECT, UPDATE ON saving_plan TO ledger_owner;
GRANT UPDATE (name, description, type, currency, daily_rate_ppb, duration_days, min_amount_micro, max_amount_micro, capacity_micro, is_active, deleted_at, updated_at) ON saving_plan TO app_runtime;

CREATE TABLE saving_record (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  type text NOT NULL,
  currency text NOT NULL,
  principal_micro bigint NOT NULL,
  daily_rate_ppb bigint NOT NULL,
  duration_days integer,
  status text NOT NULL DEFAULT 'pending',
  reserved_micro bigint NOT NULL DEFAULT 0,
  accrued_micro bigint NOT NULL DEFAULT 0,
  accrued_carry bigint NOT NULL DEFAULT 0,
  days_accrued integer NOT NULL DEFAULT 0,
  starts_at timestamptz(3) NOT NULL,
  matures_at timestamptz(3),
  closed_at timestamptz(3),
  paid_principal_micro bigint,
  paid_profit_micro bigint,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- The next moment at which a day is to be counted; null once closed.
  next_day_at timestamptz(3),
  -- Since when the house could not fund a flexible record's coming days in full.
  funding_short_at timestamptz(3),
  CONSTRAINT saving_record_pkey PRIMARY KEY (id),
  CONSTRAINT saving_record_values CHECK (((type IN ('fixed', 'flexible')) AND (currency IN ('USDT', 'XAUT')) AND (principal_micro > 0) AND (status IN ('pending', 'active', 'completed', 'cancelled')) AND (accrued_micro >= 0) AND ((accrued_carry >= '-500000000'::integer) AND (accrued_carry <= 999999999)) AND (days_accrued >= 0) AND (reserved_micro >= 0)))
);
CREATE INDEX saving_record_user_id_id_idx ON saving_record (user_id, id DESC);
CREATE INDEX saving_record_plan_id_status_id_idx ON saving_record (plan_id, status, id DESC);
CREATE INDEX saving_record_plan_id_id_idx ON saving_record (plan_id, id DESC);
CREATE INDEX saving_record_status_id_idx ON saving_record (status, id DESC);
CREATE INDEX saving_record_type_id_idx ON saving_record (type, id DESC);
-- Newest savings are seldom of a fixed term that is over.
CREATE INDEX saving_record_status_type_id_idx ON saving_record (status, type, id DESC);
-- Ids grow with time, so with them the oldest come first also where one batch can't take all. The old indexes go last: that
-- locks readers out, and building the new ones takes longer.
CREATE INDEX saving_record_next_day ON saving_record (next_day_at, id) WHERE next_day_at IS NOT NULL;
CREATE INDEX saving_record_waiting ON saving_record (currency, id) WHERE funding_short_at IS NOT NULL;
GRANT SELECT ON saving_record TO app_runtime;
GRANT SELECT, INSERT, UPDATE ON saving_record TO ledger_owner;

CREATE TABLE document (
  id uuid NOT NULL DEFAULT uuid_v7(),
  type text NOT NULL,
  language text NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT document_pkey PRIMARY KEY (id),
  CONSTRAINT document_type CHECK (type IN ('privacy-policy', 'terms-conditions', 'about-us', 'legality', 'whitepaper'))
);
CREATE UNIQUE INDEX document_type_language_key ON document (type, language);
GRANT SELECT, INSERT, UPDATE, DELETE ON document TO app_runtime;

CREATE TABLE document_version (
  id uuid NOT NULL DEFAULT uuid_v7(),
  document_id uuid NOT NULL,
  version integer NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  author_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT document_version_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX document_version_document_id_version_key ON document_version (document_id, version);
GRANT SELECT, INSERT, DELETE ON document_version TO app_runtime;

CREATE TABLE setting (
  key text NOT NULL,
  value jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT setting_pkey PRIMARY KEY (key)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON setting TO app_runtime;

CREATE TABLE stored_file (
  id uuid NOT NULL DEFAULT uuid_v7(),
  owner_id uuid,
  visibility text NOT NULL,
  purpose text NOT NULL,
  storage_key text NOT NULL,
  content_type text NOT NULL,
  byte_size integer NOT NULL,
  sha256 bytea NOT NULL,
  width integer,
  height integer,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT stored_file_pkey PRIMARY KEY (id),
  CONSTRAINT stored_file_values CHECK (((visibility IN ('private', 'public')) AND (byte_size > 0)))
);
CREATE UNIQUE INDEX stored_file_storage_key_key ON stored_file (storage_key);
CREATE INDEX stored_file_owner_id_idx ON stored_file (owner_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON stored_file TO app_runtime;

CREATE TABLE trade (
  id uuid NOT NULL DEFAULT uuid_v7(),
  shard smallint NOT NULL DEFAULT 0,
  user_id uuid NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  direction text,
  side text,
  amount_micro bigint NOT NULL,
  currency text NOT NULL DEFAULT 'USDT',
  duration_seconds integer,
  payout_rate_ppm integer,
  collateral_micro bigint,
  entry_tick_seq bigint,
  entry_price_e8 bigint,
  entry_at timestamptz(6),
  expires_at timestamptz(6),
  exit_tick_seq bigint,
  exit_price_e8 bigint,
  opened_at timestamptz(6) NOT NULL,
  settled_at timestamptz(6),
  fee_micro bigint NOT NULL DEFAULT 0,
  payout_micro bigint,
  received_micro bigint,
  pnl_micro bigint,
  strategy_run_id uuid,
  simulated boolean NOT NULL DEFAULT false,
  -- What the fill was computed with, so that its receipt can be recomputed. Null for options.
  fee_rate_ppm integer,
  spread_ppm integer,
  -- The position before a sale: XAUT bought and not yet sold, and what it cost in USDT.
  position_micro bigint,
  position_cost_micro bigint,
  CONSTRAINT trade_pkey PRIMARY KEY (id)
);
CREATE INDEX trade_user_id_id_idx ON trade (user_id, id DESC);
CREATE INDEX trade_user_id_opened_at_idx ON trade (user_id, opened_at);
-- Options waiting for their first price, and options waiting for their end.
CREATE INDEX trade_awaiting_entry ON trade (shard, opened_at) WHERE (status = 'open') AND (entry_tick_seq IS NULL);
CREATE INDEX trade_due ON trade (shard, expires_at) WHERE (status = 'open') AND (expires_at IS NOT NULL);
CREATE INDEX trade_open_by_user ON trade (user_id, id) WHERE status = 'open';
CREATE INDEX trade_by_type ON trade (type, status, id DESC);
CREATE INDEX trade_strategy_run_id_id_idx ON trade (strategy_run_id, id) WHERE strategy_run_id IS NOT NULL;
-- Rows come in the order of their time, so a few bytes a block find a day; a B-tree would cost each trade more.
CREATE INDEX trade_opened_brin ON trade USING brin (opened_at) WITH (pages_per_range='32', autosummarize='on');
GRANT SELECT, INSERT, UPDATE ON trade TO ledger_owner;
GRANT SELECT ON trade TO app_runtime;

CREATE TABLE trade_config (
  user_id uuid NOT NULL,
  option_enabled boolean,
  manual_enabled boolean,
  ai_enabled boolean,
  min_amount_micro bigint,
  max_amount_micro bigint,
  daily_trade_limit integer,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT trade_config_pkey PRIMARY KEY (user_id),
  CONSTRAINT trade_config_limits CHECK (((COALESCE(min_amount_micro, (0)::bigint) >= 0) AND ((max_amount_micro IS NULL) OR (max_amount_micro >= COALESCE(min_amount_micro, (0)::bigint))) AND (COALESCE(daily_trade_limit, 0) >= 0)))
);
GRANT SELECT, INSERT, UPDATE, DELETE ON trade_config TO app_runtime;
GRANT SELECT ON trade_config TO ledger_owner;

CREATE TABLE trade_setup (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  created_by_id uuid NOT NULL,
  strategy text NOT NULL,
  params jsonb NOT NULL,
  amount_micro bigint NOT NULL,
  note text,
  status text NOT NULL DEFAULT 'proposed',
  decided_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT trade_setup_pkey PRIMARY KEY (id),
  CONSTRAINT trade_setup_amount CHECK (amount_micro > 0),
  CONSTRAINT trade_setup_status CHECK (status IN ('proposed', 'accepted', 'declined', 'withdrawn'))
);
CREATE INDEX trade_setup_user_id_created_at_idx ON trade_setup (user_id, created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON trade_setup TO app_runtime;

CREATE TABLE strategy_run (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  setup_id uuid,
  strategy text NOT NULL,
  params jsonb NOT NULL,
  interval text NOT NULL,
  allocated_micro bigint NOT NULL,
  status text NOT NULL DEFAULT 'running',
  cash_micro bigint NOT NULL,
  holding_micro bigint NOT NULL DEFAULT 0,
  returned_micro bigint,
  state jsonb NOT NULL DEFAULT '{}'::jsonb,
  last_candle_at timestamptz(3),
  started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  stopped_at timestamptz(3),
  stop_reason text,
  CONSTRAINT strategy_run_pkey PRIMARY KEY (id),
  CONSTRAINT strategy_run_amounts CHECK ((allocated_micro > 0) AND (cash_micro >= 0) AND (holding_micro >= 0)),
  CONSTRAINT strategy_run_ended CHECK (((status <> 'stopped') OR ((cash_micro = 0) AND (holding_micro = 0) AND (returned_micro IS NOT NULL) AND (stopped_at IS NOT NULL)))),
  CONSTRAINT strategy_run_status CHECK (status IN ('running', 'stopping', 'stopped'))
);
CREATE UNIQUE INDEX strategy_run_setup_id_key ON strategy_run (setup_id);
CREATE INDEX strategy_run_user_id_started_at_idx ON strategy_run (user_id, started_at);
CREATE INDEX strategy_run_live ON strategy_run (id) WHERE status <> 'stopped';
GRANT SELECT ON strategy_run TO app_runtime;
GRANT SELECT, INSERT, UPDATE ON strategy_run TO ledger_owner;
GRANT UPDATE (state) ON strategy_run TO app_runtime;

CREATE TABLE strategy_signal (
  id uuid NOT NULL DEFAULT uuid_v7(),
  run_id uuid NOT NULL,
  candle_at timestamptz(3) NOT NULL,
  action text NOT NULL,
  amount_micro bigint NOT NULL,
  reason text NOT NULL,
  trade_id uuid,
  created_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  status text NOT NULL DEFAULT 'pending',
  -- Why it lapsed.
  note text,
  settled_at timestamptz(6),
  CONSTRAINT strategy_signal_pkey PRIMARY KEY (id),
  CONSTRAINT strategy_signal_action CHECK (action IN ('buy', 'sell')),
  CONSTRAINT strategy_signal_amount CHECK (amount_micro > 0),
  CONSTRAINT strategy_signal_status CHECK (
CASE status
    WHEN 'pending' THEN (num_nulls(trade_id, note, settled_at) = 3)
    WHEN 'filled' THEN ((trade_id IS NOT NULL) AND (settled_at IS NOT NULL))
    WHEN 'lapsed' THEN ((trade_id IS NULL) AND (note IS NOT NULL) AND (settled_at IS NOT NULL))
    ELSE false
END)
);
CREATE UNIQUE INDEX strategy_signal_trade_id_key ON strategy_signal (trade_id);
CREATE UNIQUE INDEX strategy_signal_run_id_candle_at_action_key ON strategy_signal (run_id, candle_at, action);
CREATE UNIQUE INDEX strategy_signal_pending ON strategy_signal (run_id) WHERE status = 'pending';
GRANT SELECT ON strategy_signal TO app_runtime;
GRANT SELECT, INSERT, UPDATE ON strategy_signal TO ledger_owner;

-- The audit log: append-only, hash-chained, partitioned by month.
CREATE TABLE audit_entry (
  seq bigint NOT NULL,
  at timestamptz(6) NOT NULL DEFAULT app_now(),
  actor_id uuid,
  actor_name text NOT NULL,
  action text NOT NULL,
  target_type text NOT NULL,
  target_id text,
  subject_user_id uuid,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  ip text,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (seq, at)
) PARTITION BY RANGE (at);
ALTER TABLE audit_entry OWNER TO ledger_owner;
CREATE INDEX audit_entry_subject_user_id_seq_idx ON audit_entry (subject_user_id, seq DESC);
CREATE INDEX audit_entry_actor_id_seq_idx ON audit_entry (actor_id, seq DESC);
CREATE INDEX audit_entry_action_seq_idx ON audit_entry (action, seq DESC);
CREATE INDEX audit_entry_at_idx ON audit_entry (at);
GRANT SELECT ON audit_entry TO app_runtime;

-- The newest link of the chain; its row lock puts concurrent entries in order.
CREATE TABLE audit_head (
  singleton boolean NOT NULL DEFAULT true,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT audit_head_singleton_check CHECK (singleton)
);
ALTER TABLE audit_head OWNER TO ledger_owner;
GRANT SELECT ON audit_head TO app_runtime;

-- House accounts have negative ids, so "id descending" is the one global lock order: users first,
-- then the house, whose rows are the contended ones and so are held for the shortest time.
CREATE TABLE ledger_account (
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  owner_id uuid,
  kind text NOT NULL,
  currency text NOT NULL,
  shard smallint NOT NULL DEFAULT 0,
  balance_micro bigint NOT NULL DEFAULT 0,
  -- Number of transfers that touched this account.
  seq bigint NOT NULL DEFAULT 0,
  -- Null means no floor: only the outside world and the unmaterialised escrow control have none.
  floor_micro bigint DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT app_now(),
  CONSTRAINT ledger_account_pkey PRIMARY KEY (id),
  -- The only check constraint: Postgres parses every check of a table again for each statement that
  -- writes to it, which made a balance update five times as slow. What an account is gets checked once,
  -- when it is made (ledger_account_validate), and can't change afterwards.
  CONSTRAINT ledger_account_floor CHECK (balance_micro >= floor_micro)
) WITH (fillfactor=50);
ALTER TABLE ledger_account OWNER TO ledger_owner;
CREATE UNIQUE INDEX ledger_account_owner_key ON ledger_account (owner_id, kind, currency, shard);
CREATE UNIQUE INDEX ledger_account_house_key ON ledger_account (kind, currency, shard) WHERE owner_id IS NULL;
GRANT SELECT ON ledger_account TO app_runtime;
GRANT USAGE ON SEQUENCE ledger_account_id_seq TO app_runtime;

CREATE TABLE ledger_journal (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  idempotency_key text NOT NULL,
  input_hash bytea NOT NULL,
  actor_id uuid,
  -- What the first call made (a trade), so that a repeated call can answer the same.
  result_id uuid,
  at timestamptz(6) NOT NULL,
  CONSTRAINT ledger_journal_pkey PRIMARY KEY (id)
);
ALTER TABLE ledger_journal OWNER TO ledger_owner;
CREATE UNIQUE INDEX ledger_journal_idempotency_key_key ON ledger_journal (idempotency_key);
GRANT SELECT ON ledger_journal TO app_runtime;
GRANT USAGE ON SEQUENCE ledger_journal_id_seq TO app_runtime;

-- One row holds both sides, so it balances by construction. A side's sequence and balance are
-- null where that side is the escrow control, which is not materialised.
-- No foreign keys to account and journal (14% of the throughput a side) and no check of the amount
-- (about as much again): only the functions below can insert; the verify command checks all of it.
CREATE TABLE ledger_transfer (
  at timestamptz(6) NOT NULL,
  journal_id bigint NOT NULL,
  debit_account_id bigint NOT NULL,
  credit_account_id bigint NOT NULL,
  amount_micro bigint NOT NULL,
  debit_seq bigint,
  debit_balance_micro bigint,
  credit_seq bigint,
  credit_balance_micro bigint,
  reference_id uuid,
  line integer NOT NULL,
  currency text NOT NULL,
  reference_type text,
  CONSTRAINT ledger_transfer_pkey PRIMARY KEY (journal_id, line, at)
) PARTITION BY RANGE (at);
ALTER TABLE ledger_transfer OWNER TO ledger_owner;
GRANT SELECT ON ledger_transfer TO app_runtime;

-- Recorded market prices. Options settle on these rows and on nothing else, so the app can only
-- append to them, and only through record_tick().
CREATE TABLE market_tick (
  seq bigint NOT NULL,
  at timestamptz(6) NOT NULL,
  price_e8 bigint NOT NULL,
  bid_e8 bigint NOT NULL,
  ask_e8 bigint NOT NULL,
  sources jsonb NOT NULL,
  source_count smallint NOT NULL,
  simulated boolean NOT NULL,
  CONSTRAINT market_tick_pkey PRIMARY KEY (seq, at),
  CONSTRAINT market_tick_price_check CHECK ((bid_e8 > 0) AND (bid_e8 <= price_e8) AND (price_e8 <= ask_e8)),
  CONSTRAINT market_tick_seq_check CHECK (seq > 0),
  CONSTRAINT market_tick_source_count_check CHECK (source_count > 0),
  CONSTRAINT market_tick_sources_check CHECK (jsonb_typeof(sources) = 'array')
) PARTITION BY RANGE (at);
ALTER TABLE market_tick OWNER TO ledger_owner;
CREATE INDEX market_tick_at_idx ON market_tick (at);
GRANT SELECT ON market_tick TO app_runtime;

-- The newest tick, in one row that a reader finds without touching the partitions.
CREATE TABLE market_head (
  id smallint NOT NULL DEFAULT 1,
  seq bigint NOT NULL,
  at timestamptz(6) NOT NULL,
  price_e8 bigint NOT NULL,
  bid_e8 bigint NOT NULL,
  ask_e8 bigint NOT NULL,
  sources jsonb NOT NULL,
  source_count smallint NOT NULL,
  simulated boolean NOT NULL,
  -- When a live price came after a pause: from then until the candles of the pause are filled in, they are not to be
  -- decided on. Null while nothing is missing.
  gap_at timestamptz(6),
  -- The sources that the index has dropped, kept for the leader that comes next.
  dropped text[] DEFAULT ARRAY[]::text[],
  -- The pauses in live ticks whose candles are not filled in yet, each from the last price before it (without a beginning where
  -- none was real) to the tick that ended it. gap_at goes on to say when the newest one ended: the release before reads it.
  gaps tstzmultirange NOT NULL DEFAULT '{}'::tstzmultirange,
  CONSTRAINT market_head_pkey PRIMARY KEY (id),
  CONSTRAINT market_head_id_check CHECK (id = 1)
) WITH (fillfactor=50);
ALTER TABLE market_head OWNER TO ledger_owner;
GRANT SELECT ON market_head TO app_runtime;

-- Charts only: nothing is paid out on a candle, so the app may correct one from an exchange's history.
CREATE TABLE market_candle (
  interval text NOT NULL,
  open_time timestamptz(3) NOT NULL,
  open_e8 bigint NOT NULL,
  high_e8 bigint NOT NULL,
  low_e8 bigint NOT NULL,
  close_e8 bigint NOT NULL,
  volume numeric(24,8) NOT NULL DEFAULT 0,
  source text NOT NULL,
  simulated boolean NOT NULL,
  closed boolean NOT NULL DEFAULT false,
  CONSTRAINT market_candle_pkey PRIMARY KEY ("interval", open_time),
  CONSTRAINT market_candle_interval_check CHECK ("interval" IN ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w')),
  CONSTRAINT market_candle_range_check CHECK (((low_e8 > 0) AND (low_e8 <= LEAST(open_e8, close_e8)) AND (high_e8 >= GREATEST(open_e8, close_e8)) AND (volume >= (0)::numeric)))
) WITH (fillfactor=80);
ALTER TABLE market_candle OWNER TO ledger_owner;
CREATE INDEX market_candle_open_idx ON market_candle ("interval", open_time) WHERE NOT closed;
GRANT SELECT, INSERT, UPDATE, DELETE ON market_candle TO app_runtime;

-- What one unit of a deposit currency is worth in USDT.
CREATE TABLE market_rate (
  currency text NOT NULL,
  rate_e8 bigint NOT NULL,
  source text NOT NULL,
  simulated boolean NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT market_rate_pkey PRIMARY KEY (currency),
  CONSTRAINT market_rate_rate_e8_check CHECK (rate_e8 > 0)
);
ALTER TABLE market_rate OWNER TO ledger_owner;
GRANT SELECT, INSERT, UPDATE, DELETE ON market_rate TO app_runtime;

-- What open options could cost the house, per pool shard and direction. A row is only touched
-- under the lock of its shard's pool account.
CREATE TABLE option_exposure (
  shard smallint NOT NULL,
  up_micro bigint NOT NULL DEFAULT 0,
  down_micro bigint NOT NULL DEFAULT 0,
  CONSTRAINT option_exposure_pkey PRIMARY KEY (shard)
) WITH (fillfactor=10);
ALTER TABLE option_exposure OWNER TO ledger_owner;
GRANT SELECT ON option_exposure TO app_runtime;

-- The same per second of expected expiry. Rows of past seconds are cleared by ledger_even_out_pools' job.
CREATE TABLE option_expiry_exposure (
  expiry_second bigint NOT NULL,
  shard smallint NOT NULL,
  collateral_micro bigint NOT NULL,
  CONSTRAINT option_expiry_exposure_pkey PRIMARY KEY (expiry_second, shard)
);
ALTER TABLE option_expiry_exposure OWNER TO ledger_owner;
GRANT SELECT ON option_expiry_exposure TO app_runtime;

-- Settled options whose owner has not been told yet. A row is written in the transaction that settles
-- and removed in the one that notifies, so nobody is told twice or forgotten, whatever dies in between.
CREATE TABLE trade_news (
  trade_id uuid NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT trade_news_pkey PRIMARY KEY (trade_id)
);
GRANT SELECT, UPDATE, DELETE ON trade_news TO app_runtime;
GRANT INSERT ON trade_news TO ledger_owner;

-- XAUT that was bought by spot trades and not sold yet, with what was paid for it, fees included.
-- A book is a user (manual trades) or a strategy run. Changed under the lock of the user's accounts only.
CREATE TABLE spot_position (
  book_id uuid NOT NULL,
  quantity_micro bigint NOT NULL DEFAULT 0,
  cost_micro bigint NOT NULL DEFAULT 0,
  -- Sum of the results of all sales so far.
  realised_micro bigint NOT NULL DEFAULT 0,
  CONSTRAINT spot_position_pkey PRIMARY KEY (book_id)
) WITH (fillfactor=50);
ALTER TABLE spot_position OWNER TO ledger_owner;
GRANT SELECT ON spot_position TO app_runtime;

-- Fees whose commission is not settled yet.
CREATE TABLE referral_due (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  source_type text NOT NULL,
  source_id uuid NOT NULL,
  referrer_id uuid NOT NULL,
  referred_id uuid NOT NULL,
  fee_micro bigint NOT NULL,
  -- The rate in force when the job first saw it: a commission that waits for money keeps it.
  rate_ppm integer,
  CONSTRAINT referral_due_pkey PRIMARY KEY (id)
);
ALTER TABLE referral_due OWNER TO ledger_owner;
CREATE UNIQUE INDEX referral_due_source_key ON referral_due (source_type, source_id);
-- The notes without a rate are the few newest, behind all that wait for money.
CREATE INDEX referral_due_unrated ON referral_due (id) WHERE rate_ppm IS NULL;
GRANT SELECT ON referral_due TO app_runtime;

-- Paid commissions that the referrer has not been told of.
CREATE TABLE referral_news (
  referrer_id uuid NOT NULL,
  payments integer NOT NULL,
  earned_micro bigint NOT NULL,
  CONSTRAINT referral_news_pkey PRIMARY KEY (referrer_id)
);
ALTER TABLE referral_news OWNER TO ledger_owner;
GRANT SELECT, UPDATE, DELETE ON referral_news TO app_runtime;

-- What happened to records that their owners have not been told yet, as with trade_news.
CREATE TABLE saving_news (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  record_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- active, matured, short (the coming days are not funded), paused (no day is), funded (again).
  kind text NOT NULL,
  CONSTRAINT saving_news_pkey PRIMARY KEY (id)
);
GRANT INSERT ON saving_news TO ledger_owner;
GRANT SELECT, UPDATE, DELETE ON saving_news TO app_runtime;

-- One row a transfer, with the balances that it found and left (of a pool: of all its shards together).
CREATE TABLE house_transfer (
  id uuid NOT NULL DEFAULT uuid_v7(),
  from_kind text NOT NULL,
  to_kind text NOT NULL,
  currency text NOT NULL,
  amount_micro bigint NOT NULL,
  from_before_micro bigint NOT NULL,
  from_after_micro bigint NOT NULL,
  to_before_micro bigint NOT NULL,
  to_after_micro bigint NOT NULL,
  reason text NOT NULL,
  -- What proves money from or to the outside: a transaction hash, a line of a statement.
  reference text,
  actor_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT app_now(),
  CONSTRAINT house_transfer_pkey PRIMARY KEY (id)
);
ALTER TABLE house_transfer OWNER TO ledger_owner;
GRANT SELECT ON house_transfer TO app_runtime;

-- The newest outcome of each check of the whole site (the ledger, the audit log).
CREATE TABLE system_check (
  name text NOT NULL,
  at timestamptz(3) NOT NULL,
  ok boolean NOT NULL,
  -- What was found, in one line.
  summary text NOT NULL,
  CONSTRAINT system_check_pkey PRIMARY KEY (name)
);
GRANT SELECT, INSERT, UPDATE ON system_check TO app_runtime;

-- When each job last ended well and badly.
CREATE TABLE job_run (
  name text NOT NULL,
  succeeded_at timestamptz(3),
  failed_at timestamptz(3),
  error text,
  CONSTRAINT job_run_pkey PRIMARY KEY (name)
);
GRANT SELECT, INSERT, UPDATE ON job_run TO app_runtime;

CREATE TABLE storage_day (
  day date NOT NULL,
  conversions bigint NOT NULL,
  volume_micro bigint NOT NULL,
  CONSTRAINT storage_day_pkey PRIMARY KEY (day)
);
GRANT SELECT, INSERT, UPDATE ON storage_day TO app_runtime;

-- How many have read a broadcast. Sixteen rows for each, so that readers don't queue for one.
CREATE TABLE broadcast_read_count (
  broadcast_id uuid NOT NULL,
  shard integer NOT NULL,
  reads integer NOT NULL,
  CONSTRAINT broadcast_read_count_pkey PRIMARY KEY (broadcast_id, shard)
);
GRANT SELECT, INSERT, UPDATE ON broadcast_read_count TO app_runtime;

-- Sums of finished days of trades, by the UTC day that they were opened on: an outcome is final, so such a
-- row never changes. Days that are not in here yet are added up from the trades themselves.
CREATE TABLE trade_day (
  day date NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  trades bigint NOT NULL,
  -- In USDT: a purchase counts as stake with what it spent, a sale as payout with what it brought.
  stake_micro bigint NOT NULL,
  payout_micro bigint NOT NULL,
  pnl_micro bigint NOT NULL,
  -- Which way an option went, or the side of a spot trade.
  way text NOT NULL,
  CONSTRAINT trade_day_pkey PRIMARY KEY (day, type, status, way)
);
ALTER TABLE trade_day OWNER TO ledger_owner;
GRANT SELECT ON trade_day TO app_runtime;

-- Every day before this one is in trade_day.
CREATE TABLE trade_day_head (
  singleton boolean NOT NULL DEFAULT true,
  before_day date NOT NULL,
  -- No trade of a day that is not summed yet has a smaller id: where adding up the others begins.
  since_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  CONSTRAINT trade_day_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT trade_day_head_single CHECK (singleton)
);
ALTER TABLE trade_day_head OWNER TO ledger_owner;
GRANT SELECT ON trade_day_head TO app_runtime;

-- Counters that the rows' own changes keep: sixteen rows for each, so that writers don't queue for one.
CREATE TABLE live_count (
  name text NOT NULL,
  shard integer NOT NULL,
  value bigint NOT NULL,
  CONSTRAINT live_count_pkey PRIMARY KEY (name, shard)
) WITH (fillfactor=50);
ALTER TABLE live_count OWNER TO ledger_owner;
GRANT SELECT ON live_count TO app_runtime;

-- Bought XAUT that left a user otherwise than by a sale, with the position before: no result comes of it.
CREATE TABLE spot_write_off (
  adjustment_id uuid NOT NULL,
  book_id uuid NOT NULL,
  quantity_micro bigint NOT NULL,
  cost_micro bigint NOT NULL,
  position_micro bigint NOT NULL,
  position_cost_micro bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT spot_write_off_pkey PRIMARY KEY (adjustment_id)
);
ALTER TABLE spot_write_off OWNER TO ledger_owner;
GRANT SELECT ON spot_write_off TO app_runtime;

-- Options with their entry price whose owner has not been told yet that they began. As with trade_news, a row is
-- written in the transaction that gives the entry and removed in the one that notifies. A table of its own: nobody who
-- settles a trade may wait for who tells of its opening.
CREATE TABLE option_opening_news (
  trade_id uuid NOT NULL,
  CONSTRAINT option_opening_news_pkey PRIMARY KEY (trade_id)
);
GRANT SELECT, UPDATE, DELETE ON option_opening_news TO app_runtime;
GRANT INSERT ON option_opening_news TO ledger_owner;

CREATE TABLE audit_entry_default PARTITION OF audit_entry DEFAULT;
ALTER TABLE audit_entry_default OWNER TO ledger_owner;
GRANT SELECT ON audit_entry_default TO app_runtime;

CREATE TABLE ledger_transfer_default PARTITION OF ledger_transfer DEFAULT;
ALTER TABLE ledger_transfer_default OWNER TO ledger_owner;
GRANT SELECT ON ledger_transfer_default TO app_runtime;

ALTER TABLE app_user ADD CONSTRAINT app_user_referred_by_id_fkey
  FOREIGN KEY (referred_by_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE session ADD CONSTRAINT session_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE recovery_code ADD CONSTRAINT recovery_code_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE account_token ADD CONSTRAINT account_token_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE sign_in ADD CONSTRAINT sign_in_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE risk_acceptance ADD CONSTRAINT risk_acceptance_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE user_note ADD CONSTRAINT user_note_author_id_fkey
  FOREIGN KEY (author_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE user_note ADD CONSTRAINT user_note_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE referral_earning ADD CONSTRAINT referral_earning_referred_id_fkey
  FOREIGN KEY (referred_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE referral_earning ADD CONSTRAINT referral_earning_referrer_id_fkey
  FOREIGN KEY (referrer_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE notification ADD CONSTRAINT notification_broadcast_id_fkey
  FOREIGN KEY (broadcast_id) REFERENCES notification_broadcast(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE notification ADD CONSTRAINT notification_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE notification_broadcast ADD CONSTRAINT notification_broadcast_author_id_fkey
  FOREIGN KEY (author_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE chat ADD CONSTRAINT chat_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE chat_message ADD CONSTRAINT chat_message_author_id_fkey
  FOREIGN KEY (author_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE chat_message ADD CONSTRAINT chat_message_chat_id_fkey
  FOREIGN KEY (chat_id) REFERENCES chat(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE chat_message ADD CONSTRAINT chat_message_image_file_id_fkey
  FOREIGN KEY (image_file_id) REFERENCES stored_file(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE customer_service ADD CONSTRAINT customer_service_icon_file_id_fkey
  FOREIGN KEY (icon_file_id) REFERENCES stored_file(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE wallet ADD CONSTRAINT wallet_qr_file_id_fkey
  FOREIGN KEY (qr_file_id) REFERENCES stored_file(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE deposit ADD CONSTRAINT deposit_processed_by_id_fkey
  FOREIGN KEY (processed_by_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE deposit ADD CONSTRAINT deposit_proof_file_id_fkey
  FOREIGN KEY (proof_file_id) REFERENCES stored_file(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE deposit ADD CONSTRAINT deposit_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE deposit ADD CONSTRAINT deposit_wallet_id_fkey
  FOREIGN KEY (wallet_id) REFERENCES wallet(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_processed_by_id_fkey
  FOREIGN KEY (processed_by_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE withdrawal_address ADD CONSTRAINT withdrawal_address_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE balance_adjustment ADD CONSTRAINT balance_adjustment_decided_by_id_fkey
  FOREIGN KEY (decided_by_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE balance_adjustment ADD CONSTRAINT balance_adjustment_proposed_by_id_fkey
  FOREIGN KEY (proposed_by_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE balance_adjustment ADD CONSTRAINT balance_adjustment_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE vault_conversion ADD CONSTRAINT vault_conversion_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE saving_record ADD CONSTRAINT saving_record_plan_id_fkey
  FOREIGN KEY (plan_id) REFERENCES saving_plan(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE saving_record ADD CONSTRAINT saving_record_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE document_version ADD CONSTRAINT document_version_document_id_fkey
  FOREIGN KEY (document_id) REFERENCES document(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE stored_file ADD CONSTRAINT stored_file_owner_id_fkey
  FOREIGN KEY (owner_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE trade ADD CONSTRAINT trade_strategy_run_id_fkey
  FOREIGN KEY (strategy_run_id) REFERENCES strategy_run(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE trade ADD CONSTRAINT trade_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE trade_config ADD CONSTRAINT trade_config_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE trade_setup ADD CONSTRAINT trade_setup_created_by_id_fkey
  FOREIGN KEY (created_by_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE trade_setup ADD CONSTRAINT trade_setup_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE strategy_run ADD CONSTRAINT strategy_run_setup_id_fkey
  FOREIGN KEY (setup_id) REFERENCES trade_setup(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE strategy_run ADD CONSTRAINT strategy_run_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE strategy_signal ADD CONSTRAINT strategy_signal_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES strategy_run(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_owner_id_fkey
  FOREIGN KEY (owner_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE broadcast_read_count ADD CONSTRAINT broadcast_read_count_broadcast_id_fkey
  FOREIGN KEY (broadcast_id) REFERENCES notification_broadcast(id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- The first link of the audit log, the accounts of the house, and the shards that count what is at stake.
SET ROLE ledger_owner;
INSERT INTO audit_head VALUES (true, 0, sha256('audit chain'::bytea));
INSERT INTO ledger_account (id, kind, currency, shard, floor_micro)
SELECT h.first_id - s, h.kind, h.currency, s, CASE WHEN h.kind IN ('external', 'escrow') THEN NULL ELSE 0 END
FROM (VALUES
  (-1, 'external', 'USDT', 1), (-2, 'external', 'XAUT', 1), (-3, 'treasury', 'USDT', 1), (-4, 'treasury', 'XAUT', 1),
  (-5, 'interest', 'USDT', 1), (-6, 'interest', 'XAUT', 1), (-7, 'referral', 'USDT', 1), (-8, 'escrow', 'USDT', 1),
  (-9, 'interest_reserve', 'USDT', 1), (-10, 'interest_reserve', 'XAUT', 1),
  (-100, 'option_pool', 'USDT', 16), (-200, 'inventory', 'USDT', 16), (-300, 'inventory', 'XAUT', 16),
  (-400, 'fees', 'USDT', 16), (-500, 'fees', 'XAUT', 16)
) AS h (first_id, kind, currency, shards), generate_series(0, h.shards - 1) AS s;
INSERT INTO option_exposure (shard) SELECT generate_series(0, 15);
RESET ROLE;
