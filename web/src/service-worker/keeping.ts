import { brandPrefix } from '../brand/brand-prefix.ts';
import { RESERVED_HEADS } from '@wattle/contract/route-heads.ts';

/** The cache of this worker. Those of other names with its beginning are of former ones. */
export const CACHE = 'wattle-shell-1';
export const CACHES = 'wattle-shell-';
/** Header of a shell that names its version. */
export const SHELL_HEADER = 'Wattle-Shell';

/** Maximum number of files that a page may ask to keep in one call. */
const MOST_FILES = 300;

type Asked = {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
  readonly destination: string;
  readonly hasRange: boolean;
};

/**
 * The worker's part in a request. `page`: the network, and the kept shell where that fails. `file`: as it was kept, else
 * the network. `leave`: the browser's own, as if there were no worker: calls, the desk, frames, documents, other sites,
 * parts of files, and whatever is sent.
 */
export function partIn(asked: Asked, origin: string): 'page' | 'file' | 'leave' {
  const { method, mode, destination, hasRange } = asked;
  if (method !== 'GET' || hasRange) return 'leave';
  const url = new URL(asked.url);
  if (url.origin !== origin) return 'leave';
  if (mode !== 'navigate') return isFile(url) ? 'file' : 'leave';
  return destination === 'document' && isPage(url.pathname) ? 'page' : 'leave';
}

/** Addresses whose content never changes: files of the app by their hash, files of a brand by their version. */
export function isFile(url: URL): boolean {
  return /^\/assets\/app\/[\w.-]+-[\w-]{8}\.\w+$/.test(url.pathname)
    ? url.search === ''
    : /^\/assets\/brands\/[a-z0-9]+\/[\w.-]+$/.test(url.pathname) && /^\?v=\w+$/.test(url.search);
}

function isPage(pathname: string): boolean {
  const head = decoded(pathname.split('/')[1] ?? '');
  return !RESERVED_HEADS.has(head) && !/\.\w+$/.test(pathname);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment;
  }
}

/** The address of the shell for a page: that of the brand in its address, else of its host. */
export function shellAddress(pathname: string): string {
  const name = brandPrefix(pathname)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return `/assets/installed/${name === '' ? 'default' : name}/shell.html`;
}

/** Files that a shell names and cannot be drawn without, as paths. */
export function filesIn(html: string): readonly string[] {
  const found = html.match(/\/?assets\/(?:app|brands)\/[\w./-]+(?:\?v=\w+)?/g) ?? [];
  const paths = found.map((file) => (file.startsWith('/') ? file : `/${file}`));
  return [...new Set(paths)].filter((file) => isFile(new URL(file, 'https://host')));
}

type Answer = {
  readonly status: number;
  readonly type: string;
  readonly redirected: boolean;
  readonly contentType: string;
};

const TYPES: Readonly<Record<string, RegExp>> = {
  js: /javascript/,
  css: /^text\/css/,
  svg: /^image\/svg/,
  png: /^image\/png/,
  woff2: /^font\/|octet-stream/,
};

/**
 * Whether an answer is the file that was asked for: whole, of this site, and of its kind. A page that says that something
 * was not found may come with 200 from a proxy or a portal.
 */
export function isFileAnswer(pathname: string, { status, type, redirected, contentType }: Answer): boolean {
  const kind = TYPES[/\.(\w+)$/.exec(pathname)?.[1] ?? ''];
  return status === 200 && type === 'basic' && !redirected && kind?.test(contentType) === true;
}

/** Whether an answer is a shell that may be kept. */
export function isShellAnswer({ status, type, redirected, contentType }: Answer, version: string | null): boolean {
  return status === 200 && type === 'basic' && !redirected && contentType.startsWith('text/html') && version !== null;
}

/** Whether the answer of the network is shown: any but that of a server, or of a proxy before it, that fails. */
export function isShown(status: number): boolean {
  return status < 500;
}

export type Wish = { readonly path: string; readonly version: string; readonly files: readonly string[] };

/** A page's wish to have kept: its path, the version of its shell, and the files that it has loaded. */
export function readWish(data: unknown, origin: string): Wish | null {
  const { kind, path, version, files } = (data ?? {}) as Record<string, unknown>;
  if (kind !== 'keepShell' || typeof path !== 'string' || typeof version !== 'string' || !Array.isArray(files))
    return null;
  const addresses = files.filter((file) => typeof file === 'string').flatMap((file) => fileAt(file, origin));
  return { path, version, files: [...new Set(addresses)].slice(0, MOST_FILES) };
}

function fileAt(address: string, origin: string): string[] {
  try {
    const url = new URL(address, origin);
    return url.origin === origin && isFile(url) ? [url.pathname + url.search] : [];
  } catch {
    return [];
  }
}
