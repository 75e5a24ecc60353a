import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A name of a built file with its hash, with the release that `ReleaseProxy` writes between the two. */
const FILE = /([\w.]+)-([\w-]{8})\.(js|css)\b/g;
const OF_RELEASE = /-r(\d+)-([\w-]{8}\.(?:js|css))$/;

/**
 * The real server behind a proxy that makes a new release of it: every file of the app gets another name, those of former
 * releases are gone, the shell has another version, and each script notes the release that it is of in `window.releases`.
 */
export type ReleaseProxy = {
  readonly url: string;
  /** From now on this is the release that is served. */
  release: number;
  /** True: as after `WATTLE_APP_WORKER=off`. */
  isWorkerOff: boolean;
  /** True: no request is answered, as by a line that takes everything and brings nothing. */
  isSilent: boolean;
  /** Status of every page, in place of the real one. */
  pageStatus: number | undefined;
  readonly paths: string[];
  close(): Promise<void>;
};

export async function openReleaseProxy(serverUrl: string, workerOff: string): Promise<ReleaseProxy> {
  const state = { release: 1, isWorkerOff: false, isSilent: false, pageStatus: undefined as number | undefined };
  const paths: string[] = [];

  const rewritten = (body: string, path: string, type: string): string => {
    const named = body.replaceAll(FILE, `$1-r${state.release}-$2.$3`);
    if (type.startsWith('text/html')) {
      const shell = state.isWorkerOff ? 'off' : `$1r${state.release}`;
      return named.replace(/data-shell="([^"]{16})"/, `data-shell="${shell}"`);
    }
    if (!path.startsWith('/assets/app/') || !type.includes('javascript')) return named;
    return `(globalThis.releases ??= []).push(${state.release});${named}`;
  };

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const path = incoming.url ?? '/';
    paths.push(path);
    if (state.isSilent) return;
    if (path.startsWith('/worker.js') && state.isWorkerOff) {
      outgoing.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }).end(workerOff);
      return;
    }
    const asked = OF_RELEASE.exec(path);
    if (path.startsWith('/assets/app/') && /\.(js|css)$/.test(path) && Number(asked?.[1]) !== state.release) {
      outgoing.writeHead(404).end();
      return;
    }
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const onward = request(
      new URL(path.replace(OF_RELEASE, '-$2'), serverUrl),
      { method: incoming.method, headers },
      (coming) => {
        const type = coming.headers['content-type'] ?? '';
        const isText = /^(text\/html|text\/javascript|application\/javascript|text\/css)/.test(type);
        const isPage = type.startsWith('text/html') && !path.startsWith('/assets/');
        const status = (isPage && state.pageStatus) || (coming.statusCode ?? 502);
        if (!isText) {
          outgoing.writeHead(status, coming.headers);
          coming.pipe(outgoing);
          return;
        }
        const parts: Buffer[] = [];
        coming.on('data', (part: Buffer) => parts.push(part));
        coming.on('end', () => {
          const { 'content-length': _, 'wattle-shell': shell, ...rest } = coming.headers;
          const version = typeof shell === 'string' ? { 'wattle-shell': `${shell}r${state.release}` } : {};
          outgoing.writeHead(status, { ...rest, ...version });
          outgoing.end(rewritten(Buffer.concat(parts).toString('utf8'), path, type));
        });
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    paths,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
