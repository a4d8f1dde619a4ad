-- What a balance change above the threshold waits for: when it lapses, what it was worth in USDT when it was
-- asked for (null when no price was known), and why it was rejected. Changes that needed nobody have no end.
ALTER TABLE "balance_adjustment" ADD COLUMN     "decision_note" TEXT,
ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "value_micro" BIGINT;

ALTER TABLE balance_adjustment
  DROP CONSTRAINT balance_adjustment_values,
  ADD CONSTRAINT balance_adjustment_values CHECK (
    operation IN ('add', 'subtract') AND currency IN ('USDT', 'XAUT') AND amount_micro > 0
    AND char_length(reason) >= 5 AND status IN ('pending', 'applied', 'refused', 'expired')),
  DROP CONSTRAINT balance_adjustment_four_eyes,
  ADD CONSTRAINT balance_adjustment_four_eyes CHECK (
    proposed_by_id <> user_id AND decided_by_id IS DISTINCT FROM user_id
    AND decided_by_id IS DISTINCT FROM proposed_by_id),
  -- What waited was applied or refused by somebody; nothing waits without an end.
  ADD CONSTRAINT balance_adjustment_decided CHECK (
    CASE status
      WHEN 'pending' THEN expires_at IS NOT NULL AND decided_at IS NULL AND decided_by_id IS NULL
      WHEN 'expired' THEN expires_at IS NOT NULL AND decided_at IS NOT NULL AND decided_by_id IS NULL
      WHEN 'refused' THEN expires_at IS NOT NULL AND decided_at IS NOT NULL AND decided_by_id IS NOT NULL
      ELSE decided_at IS NOT NULL AND (expires_at IS NULL) = (decided_by_id IS NULL)
    END);

-- The list of approvals, newest first.
CREATE INDEX balance_adjustment_approval ON balance_adjustment (created_at DESC, id DESC) WHERE expires_at IS NOT NULL;

-- A site without a full administrator could never get one again. The lock puts those who would each remove
-- another one in order; the count after it sees what the first of them did.
CREATE FUNCTION keep_a_full_admin() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('keep_a_full_admin'));
  IF NOT EXISTS (
    SELECT FROM app_user WHERE is_admin AND is_active AND erased_at IS NULL AND '*' = ANY (permissions)
  ) THEN
    PERFORM ledger_raise('LAST_FULL_ADMIN');
  END IF;
  RETURN NULL;
END
$$;
ALTER FUNCTION keep_a_full_admin() OWNER TO ledger_owner;
CREATE TRIGGER app_user_keep_a_full_admin
  AFTER UPDATE OF is_admin, is_active, erased_at, permissions ON app_user
  FOR EACH ROW
  WHEN (OLD.is_admin AND OLD.is_active AND OLD.erased_at IS NULL AND '*' = ANY (OLD.permissions)
    AND NOT (NEW.is_admin AND NEW.is_active AND NEW.erased_at IS NULL AND '*' = ANY (NEW.permissions)))
  EXECUTE FUNCTION keep_a_full_admin();

-- A period of the audit log.
SET ROLE ledger_owner;
CREATE INDEX audit_entry_at_idx ON audit_entry (at);
RESET ROLE;
