#!/bin/sh
# Run by wattle-backup.timer on every database host: the one that leads backs up, the others do nothing. Full on
# Sundays and when there is none yet, what changed since then on other days.
set -eu
leads=$(psql -AtX -h "${PATRONI_POSTGRESQL_LISTEN%:*}" -U postgres -d postgres -c 'SELECT NOT pg_is_in_recovery()')
[ "$leads" = t ] || exit 0
pgbackrest --stanza=wattle stanza-create
kind=diff
[ "$(date +%u)" != 7 ] || kind=full
exec pgbackrest --stanza=wattle --type="$kind" backup
