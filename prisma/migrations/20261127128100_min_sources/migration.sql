-- The exchanges that a price must rest on to trade on it, of the environment: a start keeps them here, so that no caller
-- has to be believed. docs/decisions/database-roles.md
ALTER TABLE site_rule ADD COLUMN min_sources integer NOT NULL DEFAULT 1;

-- Rates and limits of a spot trade are read from the settings. Its function took them as arguments.
DROP FUNCTION IF EXISTS accept_spot_trade(text, text, bytea, uuid, text, bigint, bigint, integer, integer, bigint, bigint, integer);
