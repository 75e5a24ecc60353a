import { showNotices } from './notices.ts';
import { takeBackShells } from './shell.ts';
import { isForNotices, worker } from './worker-scope.ts';

/** Served in place of the worker where an operator has switched it off. Notices go on. */
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
if (isForNotices) showNotices();
else takeBackShells();
