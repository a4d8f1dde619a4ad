-- The newest pictures with the same content, without reading all of them: one may have been sent thousands of times.
DROP INDEX stored_file_proof_sha256_idx;
CREATE INDEX stored_file_proof_sha256_idx ON stored_file (sha256, id) WHERE purpose = 'deposit-proof';
