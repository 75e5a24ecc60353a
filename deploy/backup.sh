#!/bin/sh
# A backup of the database into a folder, without keys; those older than so many days go, once there is a newer one:
# backup.sh FOLDER DAYS, in the folder of the sources. Started each night by wattle-backup.timer.
set -eu
umask 077
node_modules/.bin/node tools/bootstrap.mjs backup "$1/wattle-$(date -u +%Y%m%dT%H%M%SZ).backup" --without-keys
# By the whole form of its names, with what one that was ended in the middle has left.
find "$1" -maxdepth 1 -name 'wattle-????????T??????Z.backup*' -mtime "+$2" -delete
