import pg from 'pg';
import { cutConnection } from './driver.ts';

/**
 * Publishes messages to every server on the same database, including the sender. A message says that
 * something has changed. Delivery is at least once; if messages may have been lost, listeners are notified
 * through `missed`.
 */
export type Broadcast = {
  /** Returns immediately. Without a connection the message is queued until the next one is open. */
  send(word: string): void;
  /** Subscribes until the returned function is called. Neither callback may throw. */
  listen(listener: BroadcastListener): () => void;
  stop(): Promise<void>;
};

export type BroadcastListener = {
  received(word: string): void;
  /** Messages may have been lost, because the connection is new. */
  missed(): void;
};

export type BroadcastOptions = {
  readonly connectionString: string;
  readonly channel: string;
  readonly onError: (error: unknown) => void;
};

/** PostgreSQL takes payloads under 8000 bytes. */
const PAYLOAD_BYTES = 7_900;
/** Above this many queued messages, they are replaced by a single `missed` message. */
const WAITING_MAX = 5_000;
const EVERYTHING = '*';
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
/** A probe detects a connection that was cut without notice. */
const PROBE_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 5_000;

/**
 * A broadcast by LISTEN and NOTIFY on a dedicated connection. NOTIFY inside the transaction that makes the
 * change would take a lock that serialises all commits, so messages are sent after the commit and batched per
 * tick.
 */
export function openBroadcast({ connectionString, channel, onError }: BroadcastOptions): Broadcast {
  const listeners = new Set<BroadcastListener>();
  const waiting = new Set<string>();
  let client: pg.Client | undefined;
  let sending: Promise<void> | undefined;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString,
      application_name: 'wattle-broadcast',
      // NOTIFY commits a transaction, but messages need not survive a crash: a crash disconnects all
      // listeners, and reconnecting notifies them.
      options: '-c synchronous_commit=off',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    fresh.on('error', (error) => lose(fresh, error));
    fresh.on('end', () => lose(fresh, new Error('the connection ended')));
    fresh.on('notification', ({ payload }) => receive(payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      cutConnection(fresh);
      return planRetry(error);
    }
    if (isStopped) return cutConnection(fresh);
    client = fresh;
    failures = 0;
    for (const listener of listeners) listener.missed();
    flush();
  }

  function planRetry(error: unknown): void {
    if (isStopped) return;
    if (failures === 0) onError(error);
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
    failures += 1;
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), waitMs);
    retry.unref();
  }

  function lose(lost: pg.Client, error: unknown): void {
    if (lost !== client) return;
    client = undefined;
    cutConnection(lost);
    planRetry(error);
  }

  function receive(payload: string): void {
    for (const word of payload.split('\n')) {
      for (const listener of listeners) {
        if (word === EVERYTHING) listener.missed();
        else listener.received(word);
      }
    }
  }

  function flush(): void {
    if (!client || sending || waiting.size === 0) return;
    sending = sendAll(client).finally(() => {
      sending = undefined;
      flush();
    });
  }

  async function sendAll(to: pg.Client): Promise<void> {
    // Messages sent in the same tick join the batch.
    await Promise.resolve();
    while (waiting.size > 0 && to === client) {
      const words = firstWords(waiting);
      for (const word of words) waiting.delete(word);
      try {
        await to.query('SELECT pg_notify($1, $2)', [channel, words.join('\n')]);
      } catch (error) {
        for (const word of words) keep(word);
        lose(to, error);
      }
    }
  }

  function keep(word: string): void {
    if (waiting.size >= WAITING_MAX) {
      waiting.clear();
      waiting.add(EVERYTHING);
    } else if (!waiting.has(EVERYTHING)) waiting.add(word);
  }

  const probe = setInterval(() => {
    const asked = client;
    if (asked && !sending) asked.query('SELECT 1').catch((error: unknown) => lose(asked, error));
  }, PROBE_EVERY_MS);
  probe.unref();
  void connect();

  return {
    send(word) {
      keep(word);
      flush();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      clearInterval(probe);
      await sending;
      const last = client;
      client = undefined;
      await last?.end();
    },
  };
}

function firstWords(waiting: ReadonlySet<string>): string[] {
  const words: string[] = [];
  let bytes = 0;
  for (const word of waiting) {
    bytes += Buffer.byteLength(word) + 1;
    if (bytes > PAYLOAD_BYTES && words.length > 0) break;
    words.push(word);
  }
  return words;
}
