-- The application's role may read everything and change only what no function guards.
GRANT SELECT ON ALL TABLES IN SCHEMA public TO app_runtime;
GRANT INSERT, UPDATE ON
  app_user, session, recovery_code, account_token, trade_config, trade_setup, strategy_run,
  strategy_signal, wallet, deposit, withdrawal, withdrawal_address, balance_adjustment, saving_plan,
  saving_record, notification, notification_broadcast, chat, chat_message, canned_reply,
  customer_service, document, setting, stored_file, idempotency_record, rate_limit
  TO app_runtime;
-- Written once, never edited.
GRANT INSERT ON sign_in, risk_acceptance, user_note, referral_earning, vault_conversion, document_version TO app_runtime;
GRANT DELETE ON
  trade_config, trade_setup, recovery_code, account_token, withdrawal_address, canned_reply,
  customer_service, document, document_version, setting, stored_file, idempotency_record, rate_limit, notification
  TO app_runtime;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO app_runtime;
GRANT EXECUTE ON FUNCTION app_now(), uuid_v7() TO app_runtime, ledger_owner;
REVOKE ALL ON FUNCTION audit_append(uuid, text, text, text, text, uuid, jsonb, jsonb, text, text, text), audit_first_broken() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_append(uuid, text, text, text, text, uuid, jsonb, jsonb, text, text, text), audit_first_broken() TO app_runtime;

-- Personal data of an erased account is cleared, not its history.
GRANT UPDATE (ip, user_agent) ON sign_in TO app_runtime;

-- Every user has ledger accounts from their first moment, whatever code path made them.
CREATE FUNCTION open_accounts_of_new_user() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  PERFORM ledger_open_user_accounts(NEW.id);
  RETURN NULL;
END
$$;
ALTER FUNCTION open_accounts_of_new_user() OWNER TO ledger_owner;
CREATE TRIGGER app_user_ledger_accounts AFTER INSERT ON app_user
  FOR EACH ROW EXECUTE FUNCTION open_accounts_of_new_user();
