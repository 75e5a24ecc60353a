import { openChannel } from '../browser/channel.ts';
import { hasLocks, underLock } from '../browser/locks.ts';
import { readStored, store } from '../browser/storage.ts';
import { randomId } from '../browser/random-id.ts';

/**
 * Distinguishes a tab from its copy. A browser that duplicates a tab copies its session storage with the id of the tab.
 * Each page holds a Web Lock on the id of its tab, so a page whose id is locked by another open page is in a copy, and
 * takes a new id.
 */
const STORAGE_KEY = 'wattle.tab';

/** The former page of a reloaded tab does not answer, and its lock is free once the browser has released it. */
const ASK_EVERY_MS = 100;
/** A suspended tab does not answer either, and keeps its lock. */
const GIVE_UP_AFTER_MS = 3_000;

type Message = { readonly kind: 'whose' | 'mine'; readonly id: string };

const channel = openChannel<Message>(STORAGE_KEY);
let ownId: string | null = null;

/** Locks an id until this page is closed. False if the attempt was aborted or refused. */
function takeLock(id: string, giveUp: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = () => {
      ownId = id;
      resolve(true);
      return new Promise<void>(() => {});
    };
    void underLock(`wattle.tab.${id}`, { signal: giveUp }, hold).then(() => resolve(false));
  });
}

/** Locks an id. False if another open page has the lock. */
async function takeUnlessHeld(id: string): Promise<boolean> {
  const giveUp = new AbortController();
  const ask = () => channel.post({ kind: 'whose', id });
  const stopListening = channel.listen((message) => {
    if (message.kind === 'mine' && message.id === id) giveUp.abort();
  });
  const asking = window.setInterval(ask, ASK_EVERY_MS);
  const limit = window.setTimeout(() => giveUp.abort(), GIVE_UP_AFTER_MS);
  ask();
  const isTaken = await takeLock(id, giveUp.signal);
  window.clearInterval(asking);
  window.clearTimeout(limit);
  stopListening();
  // Copies cannot be detected where locks are refused, as without locks.
  return isTaken || !giveUp.signal.aborted;
}

async function isCopy(): Promise<boolean> {
  const kept = readStored('sessionStorage', STORAGE_KEY);
  // Without locks (an insecure page) copies cannot be detected.
  if (!hasLocks()) return false;
  channel.listen((message) => {
    if (message.kind === 'whose' && message.id === ownId) channel.post({ kind: 'mine', id: message.id });
  });
  if (typeof kept === 'string' && (await takeUnlessHeld(kept))) return false;
  const id = randomId();
  store('sessionStorage', STORAGE_KEY, id);
  await takeUnlessHeld(id);
  return kept !== null;
}

/** Whether this tab is a copy of another tab that is still open. */
export const tabIsCopy: Promise<boolean> = isCopy();
