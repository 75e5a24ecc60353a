import { readStored, store } from '../storage.ts';

/**
 * Tells a tab from its copy. A browser that duplicates a tab copies its session storage, and with it
 * the id of the tab. Each tab holds a Web Lock on its id for as long as its page lives, so a page whose
 * id is locked by another page is in a copy, and takes an id of its own.
 */
const STORAGE_KEY = 'wattle.tab';

/** After a reload the browser may take a moment to release the lock of the page before. */
const WAIT_MS = 300;

/** Takes the lock on an id for as long as this page lives. False where another page has it. */
function takeLock(id: string): Promise<boolean> {
  let grant = () => {};
  const granted = new Promise<boolean>((resolve) => {
    grant = () => resolve(true);
  });
  const hold = () => {
    grant();
    return new Promise<boolean>(() => {});
  };
  const request = navigator.locks.request(`wattle.tab.${id}`, { signal: AbortSignal.timeout(WAIT_MS) }, hold);
  return Promise.race([granted, request.catch(() => false)]);
}

async function isCopy(): Promise<boolean> {
  const kept = readStored('sessionStorage', STORAGE_KEY);
  // Without locks (a page that is not secure) nobody can tell.
  if (!('locks' in navigator)) return false;
  if (typeof kept === 'string' && (await takeLock(kept))) return false;
  const id = crypto.randomUUID();
  store('sessionStorage', STORAGE_KEY, id);
  await takeLock(id);
  return kept !== null;
}

/** Whether this tab is the copy of another one that is still open. */
export const tabIsCopy: Promise<boolean> = isCopy();
