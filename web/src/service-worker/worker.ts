import { showNotices } from './notices.ts';
import { keepShells } from './shell.ts';
import { isForNotices, worker } from './worker-scope.ts';

/**
 * The one service worker, as a script of one file. By its scope it keeps the shell of the whole site, or shows the notices
 * of a brand. It is the same over many releases: a page tells it which shell is current.
 */
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
if (isForNotices) showNotices();
else keepShells();
