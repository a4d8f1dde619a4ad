-- Short numbers, as trades have, for conversions and savings. The default gives each row that is there its number while
-- the table is written anew: no trigger of these tables runs, and no sum is counted again.
CREATE SEQUENCE vault_conversion_number_seq;
ALTER TABLE vault_conversion ADD COLUMN number bigint NOT NULL DEFAULT nextval('vault_conversion_number_seq'::regclass);
ALTER SEQUENCE vault_conversion_number_seq OWNED BY vault_conversion.number;
CREATE UNIQUE INDEX vault_conversion_number_key ON vault_conversion (number);
GRANT USAGE ON SEQUENCE vault_conversion_number_seq TO ledger_owner;

CREATE SEQUENCE saving_record_number_seq;
ALTER TABLE saving_record ADD COLUMN number bigint NOT NULL DEFAULT nextval('saving_record_number_seq'::regclass);
ALTER SEQUENCE saving_record_number_seq OWNED BY saving_record.number;
CREATE UNIQUE INDEX saving_record_number_key ON saving_record (number);
GRANT USAGE ON SEQUENCE saving_record_number_seq TO ledger_owner;
