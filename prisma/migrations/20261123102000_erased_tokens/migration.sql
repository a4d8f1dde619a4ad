-- No link is mailed for an account that was erased while the request for it was under way, as for deposits and sessions.
CREATE TRIGGER account_token_of_living_account BEFORE INSERT ON account_token FOR EACH ROW EXECUTE FUNCTION refuse_erased_user();
