import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate as afterPoll, setTimeout as pause } from 'node:timers/promises';

/** Longer than the keep-alive time of the proxy for idle connections (deploy/nginx). */
const LEAVE_MS = 2_000;
/** A proxy sends its request right after connecting. */
const FIRST_REQUEST_MS = 500;

type Times = { readonly leaveMs: number; readonly firstRequestMs: number };

/**
 * Closes connections of the proxies without losing a request. The first period is for their idle connections, the
 * second for those just opened.
 * 1. Keeps serving, with each response the last of its connection, so the proxies close idle ones.
 * 2. Refuses new connections, so the proxies use another server, and answers requests on open ones. `Server.close` of
 *    HTTP would cut connections whose request was not read yet.
 *
 * @returns ended: the last connection is closed. The caller closes remaining ones.
 */
export async function leaveConnections(
  server: Server,
  { leaveMs, firstRequestMs }: Times = { leaveMs: LEAVE_MS, firstRequestMs: FIRST_REQUEST_MS },
): Promise<{ readonly ended: Promise<void> }> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await pause(leaveMs);
  await noneWaits(server);
  const ended = new Promise<void>((resolve) => void Listener.prototype.close.call(server, () => resolve()));
  await pause(firstRequestMs);
  return { ended };
}

/**
 * Waits until no connection is left to accept, because a waiting one would be cut. Node accepts one per turn of its
 * loop.
 */
async function noneWaits(server: Server): Promise<void> {
  let isNew = true;
  const notice = () => {
    isNew = true;
  };
  server.on('connection', notice);
  while (isNew) {
    isNew = false;
    await afterPoll();
  }
  server.off('connection', notice);
}
