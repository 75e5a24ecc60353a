import { readStored, store } from '../browser/storage.ts';

/**
 * A file of the app that could not be fetched: of a release that is gone, or on a line that broke. Vite reports this
 * for every import that it makes, in the same words for all browsers.
 */
const missing = new WeakSet<object>();

window.addEventListener('vite:preloadError', ({ payload }) => {
  missing.add(payload);
});

const STORAGE_KEY = 'wattle.reloaded';
/** A page that still lacks its file soon after a reload is not reloaded automatically, which prevents a loop. */
const ONCE_IN_MS = 60_000;

/** Whether an error is about a file of the app that could not be fetched. */
export function isMissingFile(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}

/** Reloads the page once per address for a missing file. Returns false if the user has to reload. */
export function reloadForMissingFile(error: unknown): boolean {
  if (!isMissingFile(error) || !navigator.onLine) return false;
  const { href } = window.location;
  const last = readStored('sessionStorage', STORAGE_KEY) as { href: string; atMs: number } | null;
  if (last?.href === href && Date.now() - last.atMs < ONCE_IN_MS) return false;
  // What does not survive the reload cannot stop the next one, which could go on for ever.
  if (!store('sessionStorage', STORAGE_KEY, { href, atMs: Date.now() })) return false;
  window.location.reload();
  return true;
}
