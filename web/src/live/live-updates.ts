import { openChannel } from '../browser/channel.ts';
import { underLock } from '../browser/locks.ts';
import { currentSession, onSessionEnd } from '../session/session.ts';
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

/**
 * Tells of changes until the returned function is called: of those too that happened since the page
 * began to ask for what it shows, an instant of `performance.now()`.
 */
export function startLiveUpdates(onChanged: () => void, askedSinceMs: number): () => void {
  const session = currentSession();
  if (!session) return () => undefined;
  const stop = new AbortController();
  const name = `wattle.live.${session.id}`;
  const channel = openChannel<'changed'>(name);
  const onChange = seldom(() => {
    if (!stop.signal.aborted) onChanged();
  }, TOGETHER_MS);
  channel.hear(onChange);
  const tell = () => {
    onChange();
    channel.tell('changed');
  };
  const end = () => {
    stopListening();
    stop.abort();
    channel.close();
  };
  const stopListening = onSessionEnd((ended) => {
    if (ended.session.id === session.id) end();
  });
  void takeTurns({ id: session.id, name }, stop.signal, tell, askedSinceMs);
  return end;
}

type Of = { readonly id: string; readonly name: string };

async function takeTurns({ id, name }: Of, stop: AbortSignal, tell: () => void, askedSinceMs: number): Promise<void> {
  let isFirst = true;
  while (!stop.aborted) {
    await untilShown(stop);
    const turn = whileShown(stop, HIDDEN_GRACE_MS);
    const work = async () => {
      await lead(id, turn, tell, isFirst ? askedSinceMs : null);
      isFirst = false;
    };
    await withLock(name, turn, work);
  }
}

async function withLock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // A turn that ended while it waited is no fault; where locks are refused, each tab hears for itself.
  const had = await underLock(name, { signal }, work);
  if (!had && !signal.aborted) await work();
}

/**
 * Keeps a stream open for as long as the turn lasts; polls while there is none. On a fresh page the
 * first stream begins with what it may have missed; after a gap everything is out of date.
 */
async function lead(of: string, turn: AbortSignal, tell: () => void, askedSinceMs: number | null): Promise<void> {
  let failures = 0;
  let sinceMs = askedSinceMs;
  let polling = 0;
  while (!turn.aborted) {
    const end = await hear(of, turn, sinceMs, {
      onReady() {
        window.clearInterval(polling);
        polling = 0;
        failures = 0;
        if (sinceMs === null) tell();
        sinceMs = null;
      },
      onChange: tell,
    });
    if (turn.aborted) break;
    if (polling === 0) polling = window.setInterval(tell, POLL_EVERY_MS);
    await pause(waitAfter(end, failures), turn);
    failures += 1;
  }
  window.clearInterval(polling);
}

/** Spread out, so that the browsers of a server that stopped do not all come back at one moment. */
function waitAfter(end: StreamEnd, failures: number): number {
  if (end === 'session') return SESSION_RETRY_MS;
  // Coming back at once would replace another one of this session, which would come back at once.
  const longest = end === 'replaced' ? LAST_RETRY_MS : Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
  return longest * (0.5 + Math.random() / 2);
}
