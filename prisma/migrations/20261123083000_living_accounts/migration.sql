-- Nothing new begins for an account that was erased while the request for it was under way, as for deposits and sessions.
CREATE TRIGGER trade_setup_of_living_account BEFORE INSERT ON trade_setup FOR EACH ROW EXECUTE FUNCTION refuse_erased_user();
