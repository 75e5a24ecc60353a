import { hearOfChanges, LIVE_BEAT_MS } from '@wattle/contract/live-updates/live-updates.ts';
import { currentBrand } from '../brand/brand.ts';
import { wasActive } from '../session/activity.ts';
import { refreshSession } from '../session/refresh.ts';
import { sessionOf } from '../session/session.ts';
import { readEvents } from './event-stream.ts';
import { firstOf } from '../browser/signals.ts';

/** Time limit of the first event, because a buffering proxy passes nothing on. */
const READY_WITHIN_MS = 8_000;
const SILENT_FOR_MS = 2.5 * LIVE_BEAT_MS;
/** Largest age on the wire, which has six digits. */
const OLDEST_MS = 999_999;

/**
 * Why a stream ended. `cut`: it was interrupted, refused or never started. `server`: another server answers.
 * `replaced`: this session has newer streams. `session`: the session has ended or is about to.
 */
export type StreamEnd = 'cut' | 'server' | 'replaced' | 'session';

type Reactions = {
  readonly onReady: () => void;
  readonly onChange: () => void;
  readonly onNote: () => void;
};

function open(accessToken: string, sinceMs: number | null, signal: AbortSignal): Promise<Response> {
  const headers = new Headers({ Accept: 'text/event-stream', Authorization: `Bearer ${accessToken}` });
  const brand = currentBrand();
  if (brand) headers.set('Wattle-Brand', brand.BrandIdentifier);
  const age = sinceMs === null ? '' : `?Age=${Math.min(Math.ceil(performance.now() - sinceMs), OLDEST_MS)}`;
  return fetch(`/api/${hearOfChanges.path}${age}`, {
    headers,
    signal,
    cache: 'no-store',
    credentials: 'same-origin',
    // Nothing that is shown waits for it, and it never ends.
    priority: 'low',
  });
}

/** Opens the stream with a valid token. A renewal for it does not count as activity of the user. */
async function openAsPerson(of: string, sinceMs: number | null, signal: AbortSignal): Promise<Response | null> {
  const session = sessionOf(of);
  if (!session) return null;
  const response = await open(session.accessToken, sinceMs, signal);
  if (response.status !== 401) return response;
  const isRenewed = sessionOf(of)?.accessToken !== session.accessToken || (await refreshSession(wasActive(), of));
  const renewed = sessionOf(of);
  return isRenewed && renewed ? open(renewed.accessToken, sinceMs, signal) : null;
}

/**
 * Listens to one stream of a session until it ends, including changes since a time of `performance.now()`; null: none
 * of those.
 */
export async function listen(
  of: string,
  stop: AbortSignal,
  sinceMs: number | null,
  { onReady, onChange, onNote }: Reactions,
): Promise<StreamEnd> {
  const cut = new AbortController();
  let timer = window.setTimeout(() => cut.abort(), READY_WITHIN_MS);
  let why: StreamEnd = 'cut';
  try {
    const response = await openAsPerson(of, sinceMs, firstOf(stop, cut.signal));
    if (!response) return sessionOf(of) ? 'cut' : 'session';
    if (!response.ok || !response.body) return 'cut';
    let isReady = false;
    const onSign = () => {
      // Before it is ready, bytes do not show that it is alive.
      if (!isReady) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => cut.abort(), SILENT_FOR_MS);
    };
    await readEvents(response.body, onSign, (message) => {
      if (message.Kind === 'ready') {
        isReady = true;
        onSign();
        onReady();
      } else if (message.Kind === 'end') why = message.Why;
      else if (message.Kind === 'noted') onNote();
      else onChange();
    });
    return why;
  } catch {
    return why;
  } finally {
    window.clearTimeout(timer);
    cut.abort();
  }
}
