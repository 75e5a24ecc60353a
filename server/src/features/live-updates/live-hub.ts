import { LIVE_BEAT_MS } from '@wattle/contract/live-updates/live-updates.ts';
import type { Readable } from 'node:stream';
import type { Broadcast } from '../../platform/database/broadcast.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { startTicker } from '../../platform/time/ticker.ts';
import { type Subscriber, readSubscribers } from './live.store.ts';
import { type LiveStream, openLiveStream } from './live-stream.ts';
import { readNews, writeNews } from './news.domain.ts';
import { openRecentChanges } from './recent-changes.ts';

/** At this server. The tabs of a browser share one; more are tabs without locks, or streams whose browser is gone. */
const STREAMS_OF_A_SESSION = 10;
/** A page that took longer to load asks for everything again. */
const REMEMBERED_MS = 60_000;
/** News of a change arrives with a delay, and the browser measures by its own clock. */
const CLOCK_MARGIN_MS = 500;

/** The streams of this server's browsers, and the news from and to the other servers. */
export type LiveHub = {
  /**
   * A stream for a session that has just been let in. Its reader closes it. With an age, it begins with
   * what has changed in the milliseconds before.
   */
  open(
    session: { readonly tenantId: number; readonly id: string },
    subscriber: Subscriber | undefined,
    ageMs?: number,
  ): Readable;
  /** After the commit of `tx`, publishes to everyone who may see this account that it has changed. */
  publishChanged(tx: Tx, tenantId: number, memberAccountId: bigint): void;
  /** After the commit of `tx`, publishes to the browsers of a sign-in that its notifications have changed. */
  publishNoted(tx: Tx, tenantId: number, webAccountId: bigint): void;
  /** After the commit of `tx`, ends the streams of a session that is over. */
  publishEnded(tx: Tx, tenantId: number, sessionId: string): void;
  /** Ends the streams of sessions that are over, updates the subscriptions of the others, and sends their heartbeat. */
  heartbeat(): Promise<void>;
  countStreams(): number;
  /**
   * Ends the streams of a tenant that another cluster has. Their browsers reconnect, and that cluster gets the
   * connections.
   */
  endStreamsOf(tenantId: number): void;
  /** Ends all streams: this server stops. */
  endStreams(): void;
  stop(): Promise<void>;
};

export type LiveHubOptions = {
  readonly database: Database;
  readonly security: Clock;
  readonly idleMs: number;
  readonly broadcast: Broadcast;
  readonly onError: (error: unknown) => void;
  /** Milliseconds that only ever rise: how long ago a change was. */
  readonly elapsedMs?: () => number;
};

export function openLiveHub({
  database,
  security,
  idleMs,
  broadcast,
  onError,
  elapsedMs = () => performance.now(),
}: LiveHubOptions): LiveHub {
  const bySession = new Map<string, Set<LiveStream>>();
  /**
   * Keys of accounts, and of sign-ins (`w`). Their ids are unique across tenants; the tenant is in the key as a second
   * guard.
   */
  const bySubject = new Map<string, Set<LiveStream>>();
  const subjectsOf = new WeakMap<LiveStream, readonly string[]>();
  const recent = openRecentChanges(elapsedMs);

  const everyStream = () => [...bySession.values()].flatMap((streams) => [...streams]);

  function subscribeTo(
    stream: LiveStream,
    subscriber: Pick<Subscriber, 'accounts' | 'webAccountId'> | undefined,
  ): void {
    for (const subject of subjectsOf.get(stream) ?? []) drop(bySubject, subject, stream);
    const { accounts = [], webAccountId = null } = subscriber ?? {};
    const subjects = webAccountId === null ? accounts : [...accounts, `w${webAccountId}`];
    const keys = subjects.map((subject) => `${stream.tenantId}:${subject}`);
    for (const key of keys) put(bySubject, key, stream);
    subjectsOf.set(stream, keys);
  }

  function forget(stream: LiveStream): void {
    subscribeTo(stream, undefined);
    drop(bySession, stream.sessionId, stream);
  }

  const unsubscribe = broadcast.listen({
    received(word) {
      const news = readNews(word);
      if (news?.kind === 'changed') {
        const account = `${news.tenantId}:${news.accountId}`;
        recent.note(account);
        for (const stream of bySubject.get(account) ?? []) stream.say({ Kind: 'changed' });
      }
      if (news?.kind === 'noted') {
        const subject = `${news.tenantId}:w${news.webAccountId}`;
        for (const stream of bySubject.get(subject) ?? []) stream.say({ Kind: 'noted' });
      }
      if (news?.kind === 'ended')
        for (const stream of Array.from(bySession.get(news.sessionId) ?? [])) stream.end('session');
    },
    missed() {
      recent.missed();
      for (const stream of everyStream()) stream.say({ Kind: 'refetch' });
    },
  });

  async function refreshTenant(tenantId: number, streams: readonly LiveStream[]): Promise<void> {
    const ids = [...new Set(streams.map((stream) => stream.sessionId))];
    const nowMs = security.now();
    const subscribers = await database.read(tenantId, (tx) => readSubscribers(tx, tenantId, ids, { nowMs, idleMs }));
    const ofSession = new Map(subscribers.map((subscriber) => [subscriber.sessionId, subscriber]));
    for (const stream of streams) {
      const subscriber = ofSession.get(stream.sessionId);
      // The stream may have been closed during the query.
      if (!bySession.get(stream.sessionId)?.has(stream)) continue;
      if (subscriber) subscribeTo(stream, subscriber);
      else stream.end('session');
    }
  }

  function sayWhatChanged(stream: LiveStream, ageMs: number): void {
    const happened = recent.since(subjectsOf.get(stream) ?? [], elapsedMs() - ageMs - CLOCK_MARGIN_MS);
    if (happened === 'changed') stream.say({ Kind: 'changed' });
    if (happened === 'unknown') stream.say({ Kind: 'refetch' });
  }

  async function heartbeat(): Promise<void> {
    recent.forgetBefore(elapsedMs() - REMEMBERED_MS);
    const streams = everyStream();
    for (const [tenantId, ofTenant] of Map.groupBy(streams, (stream) => stream.tenantId)) {
      await refreshTenant(tenantId, ofTenant).catch(onError);
    }
    for (const stream of everyStream()) stream.heartbeat();
  }

  const ticker = startTicker(LIVE_BEAT_MS, heartbeat, onError);

  return {
    open({ tenantId, id }, subscriber, ageMs) {
      const stream = openLiveStream({ tenantId, sessionId: id }, () => forget(stream));
      const known = bySession.get(id);
      const [oldest] = known ?? [];
      if (oldest && known && known.size >= STREAMS_OF_A_SESSION) oldest.end('replaced');
      put(bySession, id, stream);
      subscribeTo(stream, subscriber);
      stream.say({ Kind: 'ready' });
      if (ageMs !== undefined) sayWhatChanged(stream, ageMs);
      return stream.body;
    },
    publishChanged(tx, tenantId, memberAccountId) {
      const word = writeNews({ kind: 'changed', tenantId, accountId: String(memberAccountId) });
      tx.afterCommit(() => broadcast.send(word));
    },
    publishNoted(tx, tenantId, webAccountId) {
      const word = writeNews({ kind: 'noted', tenantId, webAccountId: String(webAccountId) });
      tx.afterCommit(() => broadcast.send(word));
    },
    publishEnded(tx, tenantId, sessionId) {
      const word = writeNews({ kind: 'ended', tenantId, sessionId });
      tx.afterCommit(() => broadcast.send(word));
    },
    heartbeat,
    countStreams: () => everyStream().length,
    endStreamsOf(tenantId) {
      for (const stream of everyStream()) if (stream.tenantId === tenantId) stream.end('server');
    },
    endStreams() {
      for (const stream of everyStream()) stream.end('server');
    },
    async stop() {
      unsubscribe();
      await ticker.stop();
    },
  };
}

function put<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

function drop<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const known = map.get(key);
  known?.delete(value);
  if (known?.size === 0) map.delete(key);
}
