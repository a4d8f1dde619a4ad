#!/bin/sh
# Patroni calls this once, on the first primary, with its address: the site's owner and database.
set -eu
psql "$1" --set=ON_ERROR_STOP=1 --set=password="$SITE_OWNER_PASSWORD" <<'SQL'
CREATE ROLE aurum LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE aurum OWNER aurum;
SQL
