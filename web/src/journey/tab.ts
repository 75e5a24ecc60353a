import { openChannel } from '../browser/channel.ts';
import { hasLocks, underLock } from '../browser/locks.ts';
import { readStored, store } from '../browser/storage.ts';

/**
 * Tells a tab from its copy. A browser that duplicates a tab copies its session storage, and with it
 * the id of the tab. Each tab holds a Web Lock on its id for as long as its page lives, so a page whose
 * id is locked by another page that lives is in a copy, and takes an id of its own.
 */
const STORAGE_KEY = 'wattle.tab';

/** The page before a reload does not answer, and its lock is free once the browser has let go of it. */
const ASK_EVERY_MS = 100;
/** A tab that is asleep does not answer either, and keeps its lock. */
const GIVE_UP_AFTER_MS = 3_000;

type Message = { readonly kind: 'whose' | 'mine'; readonly id: string };

const channel = openChannel<Message>(STORAGE_KEY);
let ownId: string | null = null;

/** Takes the lock on an id for as long as this page lives. False where that was given up, or is refused. */
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

/** Takes the lock on an id. False where a page that lives has it. */
async function takeUnlessHeld(id: string): Promise<boolean> {
  const giveUp = new AbortController();
  const ask = () => channel.tell({ kind: 'whose', id });
  const stopHearing = channel.hear((message) => {
    if (message.kind === 'mine' && message.id === id) giveUp.abort();
  });
  const asking = window.setInterval(ask, ASK_EVERY_MS);
  const limit = window.setTimeout(() => giveUp.abort(), GIVE_UP_AFTER_MS);
  ask();
  const isTaken = await takeLock(id, giveUp.signal);
  window.clearInterval(asking);
  window.clearTimeout(limit);
  stopHearing();
  // Where locks are refused, copies cannot be detected, as where there are none.
  return isTaken || !giveUp.signal.aborted;
}

async function isCopy(): Promise<boolean> {
  const kept = readStored('sessionStorage', STORAGE_KEY);
  // Without locks (an insecure page) copies cannot be detected.
  if (!hasLocks()) return false;
  channel.hear((message) => {
    if (message.kind === 'whose' && message.id === ownId) channel.tell({ kind: 'mine', id: message.id });
  });
  if (typeof kept === 'string' && (await takeUnlessHeld(kept))) return false;
  const id = crypto.randomUUID();
  store('sessionStorage', STORAGE_KEY, id);
  await takeUnlessHeld(id);
  return kept !== null;
}

/** Whether this tab is the copy of another one that is still open. */
export const tabIsCopy: Promise<boolean> = isCopy();
