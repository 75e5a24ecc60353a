#!/bin/sh
# Run when a backup or its check has failed, with the unit's name: /etc/wattle/alarm.sh. It writes to the log of the
# machine, where a monitor looks; add a mail or a call to your own alarm.
exec logger -p user.crit -t wattle-alarm "$1 has failed: journalctl -u $1"
