#!/bin/sh
# Run by PostgreSQL for each full piece of its log: /etc/wattle/archive-wal.sh. A piece that is not archived is kept
# and tried again.
exec pgbackrest --stanza=wattle archive-push "$1"
