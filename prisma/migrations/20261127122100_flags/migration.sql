-- What a payment has in common with others: the picture of its proof, a device, a phone number.
CREATE INDEX stored_file_proof_sha256_idx ON stored_file (sha256) WHERE purpose = 'deposit-proof';
CREATE INDEX session_ip_created_at_idx ON session (ip, created_at);
CREATE INDEX app_user_phone_number_idx ON app_user (phone_number);
CREATE INDEX withdrawal_address_address_idx ON withdrawal_address (address);
