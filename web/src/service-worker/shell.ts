import {
  CACHE,
  CACHES,
  filesIn,
  isFileAnswer,
  isShellAnswer,
  isShown,
  partIn,
  readWish,
  SHELL_HEADER,
  shellAddress,
  type Wish,
} from './keeping.ts';
import { type FetchEvent, worker } from './worker-scope.ts';

/** How long a page of the network is waited for before the kept shell is shown. */
const LATE_MS = 3_000;

/** One wish after the other, so that two tabs do not clear each other's files. */
let busy: Promise<unknown> = Promise.resolve();

const answerOf = ({ status, type, redirected, headers }: Response) => ({
  status,
  type,
  redirected,
  contentType: headers.get('Content-Type') ?? '',
});

const match = (cache: Cache, address: string) => cache.match(address, { ignoreVary: true });

/** The kept shell of a page, if all of its files are there: never half of it. Storage may be blocked at any time. */
async function keptShell(pathname: string): Promise<Response | null> {
  try {
    const cache = await caches.open(CACHE);
    const shell = await match(cache, shellAddress(pathname));
    if (!shell) return null;
    const needed = filesIn(await shell.clone().text());
    const there = await Promise.all(needed.map((file) => match(cache, file)));
    return there.every((file) => file !== undefined) ? shell : null;
  } catch {
    return null;
  }
}

async function fromNetwork({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

/** A page comes from the network, so that none is of a former release. The kept shell is for when nothing does in time. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const network = fromNetwork(event);
  // A page that comes too late is still read to its end, or the browser would report it as cut off.
  event.waitUntil(network.catch(() => null));
  const shell = keptShell(new URL(event.request.url).pathname);
  const late = new Promise<null>((resolve) => setTimeout(resolve, LATE_MS, null));
  const first = await Promise.race([network.catch(() => null), late]);
  // A redirection has the status 0 here, and is the browser's to follow.
  if (first && isShown(first.status)) return first;
  return (await shell) ?? first ?? network;
}

async function answerFile({ request }: FetchEvent): Promise<Response> {
  const kept = await caches
    .open(CACHE)
    .then((cache) => match(cache, request.url))
    .catch(() => undefined);
  return kept ?? fetch(request);
}

/** Stores files that are not in the cache yet. Throws if one cannot be fetched. */
async function keepFiles(cache: Cache, files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (await match(cache, file)) continue;
    const answer = await fetch(file, { redirect: 'error' });
    if (!isFileAnswer(new URL(file, worker.location.href).pathname, answerOf(answer))) {
      throw new Error('a file of the shell did not come');
    }
    await cache.put(file, answer);
  }
}

/** Fetches the shell with all of its files. The former one stays until they are there. */
async function keepShell(cache: Cache, address: string, loaded: readonly string[]): Promise<void> {
  const answer = await fetch(address, { cache: 'no-store', credentials: 'omit', redirect: 'error' });
  if (!isShellAnswer(answerOf(answer), answer.headers.get(SHELL_HEADER))) return;
  await keepFiles(cache, filesIn(await answer.clone().text()));
  await cache.put(address, answer);
  await forgetOthers(cache, loaded);
}

/** Removes the files that no kept shell names and the page that asked has not loaded. */
async function forgetOthers(cache: Cache, loaded: readonly string[]): Promise<void> {
  const keys = (await cache.keys()).map(({ url }) => new URL(url));
  const pathOf = ({ pathname, search }: URL) => pathname + search;
  const shells = keys.map(pathOf).filter((path) => path.endsWith('/shell.html'));
  const pages = await Promise.all(shells.map(async (path) => (await match(cache, path))?.text()));
  const wanted = new Set([...shells, ...loaded, ...pages.flatMap((html) => filesIn(html ?? ''))]);
  await Promise.all(
    keys
      .map(pathOf)
      .filter((path) => !wanted.has(path))
      .map((path) => cache.delete(path)),
  );
}

async function keep({ path, version, files }: Wish): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    const address = shellAddress(path);
    const kept = await match(cache, address);
    if (kept?.headers.get(SHELL_HEADER) !== version) await keepShell(cache, address, files);
    await keepFiles(cache, files);
  } catch (error) {
    // A full disk: without a shell the site works as without a worker, and others have the room.
    if (error instanceof DOMException && error.name === 'QuotaExceededError') await forgetCaches(() => true);
  }
}

async function forgetCaches(isOver: (name: string) => boolean): Promise<void> {
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith(CACHES) && isOver(name));
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // Storage that is blocked holds nothing.
  }
}

/** Keeps the shell of the pages and the files that they are made of, and nothing that a person sees. */
export function keepShells(): void {
  worker.addEventListener('activate', (event) =>
    event.waitUntil(
      Promise.all([
        forgetCaches((name) => name !== CACHE),
        // The browser asks for a page while the worker starts.
        worker.registration.navigationPreload?.enable().catch(() => undefined),
      ]),
    ),
  );
  worker.addEventListener('fetch', (event) => {
    const { method, url, mode, destination, headers } = event.request;
    const asked = { method, url, mode, destination, hasRange: headers.has('Range') };
    const part = partIn(asked, worker.location.origin);
    if (part === 'page') event.respondWith(answerPage(event));
    if (part === 'file') event.respondWith(answerFile(event));
  });
  worker.addEventListener('message', (event) => {
    const wish = readWish(event.data, worker.location.origin);
    if (!wish) return;
    busy = busy.then(() => keep(wish));
    event.waitUntil(busy);
  });
}

/** Removes everything that a worker of this site has kept, and the worker itself. */
export function takeBackShells(): void {
  worker.addEventListener('activate', (event) =>
    event.waitUntil(forgetCaches(() => true).then(() => worker.registration.unregister())),
  );
}
