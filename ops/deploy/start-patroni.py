#!/usr/bin/python3
"""Starts Patroni: /etc/wattle/start-patroni.py, with a fault of 3.0.2 of Debian 12 mended.

While etcd is away, a standby notes who tells it that they lead. When it leads itself in a later outage, it takes the
name that it noted before for that of the leader as soon as etcd is back, and demotes itself: 17 to 22 s without
writes. Here a node that leads without etcd forgets that name. Later versions of Patroni do so themselves.
"""
from patroni.__main__ import main
from patroni.ha import Failsafe
from patroni.version import __version__

set_is_active = Failsafe.set_is_active


def forget_and_set(self, value):
    with self._lock:
        self._name = self._conn_url = self._api_url = self._slots = None
        set_is_active(self, value)


if __version__ == "3.0.2":
    Failsafe.set_is_active = forget_and_set

if __name__ == "__main__":
    main()
