-- Records a deposit that a user says they made: to a wallet that is offered, at its address or one
-- that it had, pending. Nothing is credited by it.
-- Arguments: p_amount_e8 is 10^-8 of the wallet's coin, of XAUT in whole micro-units; p_proof the
--   picture that shows it.
-- Returns: nothing.
-- Raises: NOT_FOUND for a wallet that is not offered, an account that is off or a picture of
--   somebody else, CONFLICT for another address, AMOUNT_OUT_OF_RANGE; unique_violation where it
--   was reported before. Those of own_limits_allow.
-- Locks: the wallet's row, FOR SHARE: staff may be switching it off; then the user's available
--   USDT, which puts reports of the same user in line.
CREATE OR REPLACE FUNCTION deposit_report(
  p_id uuid,
  p_user uuid,
  p_wallet uuid,
  p_address text,
  p_amount_e8 bigint,
  p_transaction_hash text,
  p_proof uuid
)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_wallet wallet;
BEGIN
  SELECT * INTO v_wallet FROM wallet w WHERE w.id = p_wallet AND w.is_active AND w.deleted_at IS NULL FOR SHARE;
  IF v_wallet.id IS NULL
    OR NOT EXISTS (SELECT FROM app_user u WHERE u.id = p_user AND u.is_active)
    OR NOT EXISTS (SELECT FROM stored_file f WHERE f.id = p_proof AND f.owner_id = p_user AND f.purpose = 'deposit-proof') THEN
    PERFORM ledger_raise('NOT_FOUND');
  ELSIF (p_address = v_wallet.address OR p_address = ANY (v_wallet.former_addresses)) IS NOT TRUE THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'CONFLICT';
  ELSIF (p_amount_e8 BETWEEN greatest(v_wallet.min_deposit_micro * 100, 1) AND 100000000000000000
      AND (v_wallet.currency <> 'XAUT' OR p_amount_e8 % 100 = 0)) IS NOT TRUE THEN
    PERFORM ledger_raise('AMOUNT_OUT_OF_RANGE');
  END IF;
  PERFORM 1 FROM ledger_account a
  WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0 FOR NO KEY UPDATE;
  PERFORM own_limits_allow(p_user, 'deposit', deposit_value(v_wallet.currency, p_amount_e8));
  INSERT INTO deposit (id, user_id, wallet_id, currency, network, address, amount_e8, transaction_hash, proof_file_id, created_at)
  VALUES (p_id, p_user, p_wallet, v_wallet.currency, v_wallet.network, p_address, p_amount_e8, p_transaction_hash, p_proof, app_now());
END
$$;

ALTER FUNCTION deposit_report(uuid, uuid, uuid, text, bigint, text, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION deposit_report(uuid, uuid, uuid, text, bigint, text, uuid) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION deposit_report(uuid, uuid, uuid, text, bigint, text, uuid) TO app_runtime;
