-- A new partition needs its table for itself for a moment, and everybody else waits behind who waits for that. A backup
-- or a check of the whole ledger can hold the table for hours. Partitions are made three months ahead, so this gives way:
-- the next day is soon enough. Shorter than deadlock_timeout, so that no backup is ever ended for a deadlock with it.
SET ROLE ledger_owner;
ALTER FUNCTION ensure_partitions(integer) SET lock_timeout = '500ms';
RESET ROLE;
