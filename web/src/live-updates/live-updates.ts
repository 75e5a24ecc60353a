import { openChannel } from '../browser/channel.ts';
import { underLock } from '../browser/locks.ts';
import { currentSession, onSessionEnd } from '../session/session.ts';
import { listen, type StreamEnd } from './listen.ts';
import { pause, seldom, untilShown, whileShown } from './pauses.ts';

/**
 * One stream for a session, however many tabs it has: the tab that holds a lock listens and notifies the others. A
 * browser opens few connections to one server, so a hidden page closes its stream, and refetches when it is shown.
 */
const HIDDEN_GRACE_MS = 10_000;
/** Polling interval while there is no stream. */
const POLL_EVERY_MS = 25_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;
/** The check of the idle time, every 5 s, ends the session with the right message, so it goes first. */
const SESSION_RETRY_MS = 6_000;
const TOGETHER_MS = 400;

/** Something has changed, or only the notifications have. */
type News = 'changed' | 'noted';

/**
 * Reports changes until the returned function is called, including those since the page started to request what it
 * shows, a time of `performance.now()`. `onNoted` is only for notifications.
 */
export function startLiveUpdates(onChanged: () => void, askedSinceMs: number, onNoted = onChanged): () => void {
  const session = currentSession();
  if (!session) return () => undefined;
  const stop = new AbortController();
  const name = `wattle.live.${session.id}`;
  const channel = openChannel<News>(name);
  const onChange = seldom(() => {
    if (!stop.signal.aborted) onChanged();
  }, TOGETHER_MS);
  const onNote = seldom(() => {
    if (!stop.signal.aborted) onNoted();
  }, TOGETHER_MS);
  const react = (news: News) => (news === 'noted' ? onNote() : onChange());
  channel.listen(react);
  const publish = (news: News = 'changed') => {
    react(news);
    channel.post(news);
  };
  const end = () => {
    stopListening();
    stop.abort();
    channel.close();
  };
  const stopListening = onSessionEnd((ended) => {
    if (ended.session.id === session.id) end();
  });
  void takeTurns({ id: session.id, name }, stop.signal, publish, askedSinceMs);
  return end;
}

type Of = { readonly id: string; readonly name: string };

async function takeTurns(
  { id, name }: Of,
  stop: AbortSignal,
  publish: (news?: News) => void,
  askedSinceMs: number,
): Promise<void> {
  let isFirst = true;
  while (!stop.aborted) {
    await untilShown(stop);
    const turn = whileShown(stop, HIDDEN_GRACE_MS);
    const work = async () => {
      await lead(id, turn, publish, isFirst ? askedSinceMs : null);
      isFirst = false;
    };
    await withLock(name, turn, work);
  }
}

async function withLock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // A turn may end while it waits for the lock. Where locks are refused, each tab listens for itself.
  const had = await underLock(name, { signal }, work);
  if (!had && !signal.aborted) await work();
}

/**
 * Keeps a stream open during the turn, and polls while there is none. The first stream of a new page starts with what
 * the page may have missed; after a gap everything is out of date.
 */
async function lead(
  of: string,
  turn: AbortSignal,
  publish: (news?: News) => void,
  askedSinceMs: number | null,
): Promise<void> {
  let failures = 0;
  let sinceMs = askedSinceMs;
  let polling = 0;
  while (!turn.aborted) {
    const end = await listen(of, turn, sinceMs, {
      onReady() {
        window.clearInterval(polling);
        polling = 0;
        failures = 0;
        if (sinceMs === null) publish();
        sinceMs = null;
      },
      onChange: () => publish(),
      onNote: () => publish('noted'),
    });
    if (turn.aborted) break;
    if (polling === 0) polling = window.setInterval(() => publish(), POLL_EVERY_MS);
    await pause(waitAfter(end, failures), turn);
    failures += 1;
  }
  window.clearInterval(polling);
}

/** Random, so that the browsers of a stopped server do not all reconnect at the same time. */
function waitAfter(end: StreamEnd, failures: number): number {
  if (end === 'session') return SESSION_RETRY_MS;
  // An immediate reconnect would replace another stream of this session, which would reconnect as well.
  const longest = end === 'replaced' ? LAST_RETRY_MS : Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
  return longest * (0.5 + Math.random() / 2);
}
