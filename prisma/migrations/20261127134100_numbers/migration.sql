-- Short numbers, as deposits and withdrawals have, for what people name to support: trades, accounts, strategy runs.
-- The default gives each row that is there its number while the table is written anew: no trigger of these tables
-- runs, and no sum is counted again. A number comes from a sequence, so that no two openings wait for each other.
CREATE SEQUENCE trade_number_seq;
ALTER TABLE trade ADD COLUMN number bigint NOT NULL DEFAULT nextval('trade_number_seq'::regclass);
ALTER SEQUENCE trade_number_seq OWNED BY trade.number;
CREATE UNIQUE INDEX trade_number_key ON trade (number);
GRANT USAGE ON SEQUENCE trade_number_seq TO ledger_owner;

CREATE SEQUENCE app_user_number_seq;
ALTER TABLE app_user ADD COLUMN number bigint NOT NULL DEFAULT nextval('app_user_number_seq'::regclass);
ALTER SEQUENCE app_user_number_seq OWNED BY app_user.number;
CREATE UNIQUE INDEX app_user_number_key ON app_user (number);
GRANT USAGE ON SEQUENCE app_user_number_seq TO app_runtime;

CREATE SEQUENCE strategy_run_number_seq;
ALTER TABLE strategy_run ADD COLUMN number bigint NOT NULL DEFAULT nextval('strategy_run_number_seq'::regclass);
ALTER SEQUENCE strategy_run_number_seq OWNED BY strategy_run.number;
CREATE UNIQUE INDEX strategy_run_number_key ON strategy_run (number);
GRANT USAGE ON SEQUENCE strategy_run_number_seq TO ledger_owner;
