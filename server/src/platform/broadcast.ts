import pg from 'pg';

/**
 * Words that go to every server on the same database, the sender included. A word says that
 * something has changed, so one that is told twice does no harm and one that is lost must not stay
 * unnoticed: listeners are told that they may have missed some.
 */
export type Broadcast = {
  /** Returns at once. Without a connection the word waits for the next one. */
  send(word: string): void;
  /** Until the answer is called. Neither reaction may throw. */
  listen(listener: BroadcastListener): () => void;
  stop(): Promise<void>;
};

export type BroadcastListener = {
  heard(word: string): void;
  /** Any word may have been said meanwhile: the connection is new. */
  missed(): void;
};

export type BroadcastOptions = {
  readonly connectionString: string;
  readonly channel: string;
  readonly onError: (error: unknown) => void;
};

/** PostgreSQL takes payloads under 8000 bytes. */
const PAYLOAD_BYTES = 7_900;
/** With more words than this waiting, one word stands for all of them. */
const WAITING_MAX = 5_000;
const EVERYTHING = '*';
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
/** A connection that was cut without a word is found out by asking. */
const PROBE_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 5_000;

/**
 * A broadcast by LISTEN and NOTIFY, on one connection of its own. Inside the transaction that makes
 * a change NOTIFY would take a lock that all committers queue for; so words are sent after the
 * commit, those of one moment together.
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
      // NOTIFY commits, and a word need not outlive a crash: it cuts every listener, and that tells them.
      options: '-c synchronous_commit=off',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    fresh.on('error', (error) => lose(fresh, error));
    fresh.on('end', () => lose(fresh, new Error('the connection ended')));
    fresh.on('notification', ({ payload }) => hear(payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      cut(fresh);
      return planRetry(error);
    }
    if (isStopped) return cut(fresh);
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
    cut(lost);
    planRetry(error);
  }

  function hear(payload: string): void {
    for (const word of payload.split('\n')) {
      for (const listener of listeners) {
        if (word === EVERYTHING) listener.missed();
        else listener.heard(word);
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
    // What else is said at this moment goes with it.
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

/** Without the farewell, which a connection that is dead already would never answer. */
function cut(client: pg.Client): void {
  client.connection.stream.destroy();
}
