import { currentSession } from '../session/session.ts';
import { hear, type StreamEnd } from './hear.ts';
import { pause, seldom, untilShown, whileShown } from './pauses.ts';

/**
 * One stream for a session, however many tabs show it: the tab that holds a lock hears it and tells
 * the others. A browser opens few connections to one server, so a page that cannot be seen gives
 * its stream up; it asks anew when it is looked at.
 */
const HIDDEN_GRACE_MS = 10_000;
/** Where streams are cut. */
const POLL_EVERY_MS = 25_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;
/** The page's own watch over idle time ends the session with the right words; it looks every 5 s. */
const SESSION_RETRY_MS = 6_000;
const TOGETHER_MS = 400;

/** What a page is told: `began` when all that follows will be heard, `changed` when something has. */
export type LiveNews = 'began' | 'changed';

/** Tells of changes until the returned function is called. */
export function startLiveUpdates(onNews: (news: LiveNews) => void): () => void {
  const session = currentSession();
  if (!session) return () => undefined;
  const stop = new AbortController();
  const name = `wattle.live.${session.id}`;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null;
  const onChange = seldom(() => {
    if (!stop.signal.aborted) onNews('changed');
  }, TOGETHER_MS);
  channel?.addEventListener('message', onChange);
  const told: Told = {
    began: () => onNews('began'),
    changed() {
      onChange();
      channel?.postMessage('changed');
    },
  };
  void takeTurns(name, stop.signal, told);
  return () => {
    stop.abort();
    channel?.close();
  };
}

type Told = { readonly began: () => void; readonly changed: () => void };

async function takeTurns(name: string, stop: AbortSignal, told: Told): Promise<void> {
  let isFirst = true;
  while (!stop.aborted) {
    await untilShown(stop);
    const turn = whileShown(stop, HIDDEN_GRACE_MS);
    const work = async () => {
      await lead(turn, told, isFirst);
      isFirst = false;
    };
    await withLock(name, turn, work);
  }
}

async function withLock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    if ('locks' in navigator) return await navigator.locks.request(name, { signal }, work);
  } catch {
    // A turn that ended while it waited is no fault; where locks are refused, each tab hears for itself.
  }
  if (!signal.aborted) await work();
}

/** Keeps a stream open for as long as the turn lasts; polls while there is none. */
async function lead(turn: AbortSignal, told: Told, isFirst: boolean): Promise<void> {
  let failures = 0;
  let isNew = isFirst;
  let polling = 0;
  while (!turn.aborted) {
    const end = await hear(turn, {
      onReady() {
        window.clearInterval(polling);
        polling = 0;
        failures = 0;
        // After a gap all is out of date; on a fresh page only what was answered just before.
        if (isNew) told.began();
        else told.changed();
        isNew = false;
      },
      onChange: told.changed,
    });
    if (turn.aborted) break;
    if (polling === 0) polling = window.setInterval(told.changed, POLL_EVERY_MS);
    await pause(waitAfter(end, failures), turn);
    failures += 1;
  }
  window.clearInterval(polling);
}

/** Spread out, so that the browsers of a server that stopped do not all come back at one moment. */
function waitAfter(end: StreamEnd, failures: number): number {
  if (end === 'replaced') return LAST_RETRY_MS;
  if (end === 'session') return SESSION_RETRY_MS;
  const longest = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
  return longest * (0.5 + Math.random() / 2);
}
