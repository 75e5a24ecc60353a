#!/bin/sh
# Makes the owner of the tables and the database, once, in a new PostgreSQL: the image of PostgreSQL runs what is in its
# folder docker-entrypoint-initdb.d. The server makes its own role when it starts.
psql --set=ON_ERROR_STOP=1 --no-psqlrc --username="$POSTGRES_USER" --dbname=postgres --set=password="$WATTLE_OWNER_PASSWORD" <<'END'
CREATE ROLE wattle_owner LOGIN PASSWORD :'password' CREATEROLE;
CREATE DATABASE wattle OWNER wattle_owner;
END
