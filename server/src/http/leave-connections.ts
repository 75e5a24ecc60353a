import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate as afterPoll, setTimeout as pause } from 'node:timers/promises';

/** Above the time for which the proxy keeps a connection that nothing is sent on (deploy/nginx). */
const LEAVE_MS = 2_000;
/** A proxy sends its request right after it has connected. */
const FIRST_REQUEST_MS = 500;

type Times = { readonly leaveMs: number; readonly firstRequestMs: number };

/**
 * Lets the proxies in front go without losing a request of theirs: the first time for connections that they keep, the
 * second for those that they have just opened.
 * 1. Serves on, each answer the last of its connection: by its end a proxy has let go of those that it keeps.
 * 2. Refuses connections, so that proxies turn to another server, and answers what comes on those that are open.
 *    `Server.close` of HTTP would cut those whose request has not been read yet.
 * @returns ended: the last connection is closed. Who waits for it closes what is left.
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
 * Waits until no connection is left to accept: a waiting one would be cut. Node accepts one in each turn of its loop.
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
