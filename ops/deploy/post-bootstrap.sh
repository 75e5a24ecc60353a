#!/bin/sh
# Run by Patroni once, on the first primary, with its connection string: makes the owner and the database.
set -eu
psql "$1" -v ON_ERROR_STOP=1 -v password="$WATTLE_OWNER_PASSWORD" <<'SQL'
CREATE ROLE wattle_owner LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE wattle OWNER wattle_owner;
SQL
