-- When the two passwords were last changed, for their owner to see, and when the address book stops being
-- the only way out: turning that protection off takes effect later, turning it on at once.
ALTER TABLE "app_user" ADD COLUMN     "address_book_off_at" TIMESTAMPTZ(3),
ADD COLUMN     "password_changed_at" TIMESTAMPTZ(3),
ADD COLUMN     "withdraw_password_changed_at" TIMESTAMPTZ(3);

-- A link to a new address is a purpose of its own: it changes the account when it is used.
ALTER TABLE account_token
  DROP CONSTRAINT account_token_purpose,
  ADD CONSTRAINT account_token_purpose CHECK (purpose IN ('password-reset', 'email-verification', 'email-change'));

-- The same address may be saved for several coins: not every receiver takes every coin of its network.
DROP INDEX withdrawal_address_once;
CREATE UNIQUE INDEX withdrawal_address_once ON withdrawal_address (user_id, currency, network, address)
  WHERE deleted_at IS NULL;
ALTER TABLE withdrawal_address
  ADD CONSTRAINT withdrawal_address_pair CHECK ((currency, network) IN (
    ('BTC', 'BTC'), ('ETH', 'ERC20'), ('USDT', 'ERC20'), ('USDT', 'TRC20'), ('USDT', 'BEP20'),
    ('USDC', 'ERC20'), ('USDC', 'BEP20'), ('BNB', 'BEP20')));
