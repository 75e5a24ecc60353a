import { type LiveMessage, liveMessage } from '@wattle/contract/live-updates/live-updates.ts';
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import { openLiveHub } from '../src/features/live-updates/public.ts';
import { buildApp } from '../src/http/app.ts';
import { openBroadcast } from '../src/platform/database/broadcast.ts';
import { givenContext, type TestContext } from './processes/database.ts';

export type LiveServer = { readonly app: FastifyInstance; readonly ctx: TestContext; readonly url: string };

export type LiveServers = {
  readonly servers: LiveServer[];
  /** Advances the servers' clock for remembered changes, which otherwise does not move, however slow the machine is. */
  pass(ms: number): void;
  close(): Promise<void>;
};

/** Several servers on one database, each with its own connection for notifications. */
export async function givenServers(count: number): Promise<LiveServers> {
  let elapsedMs = 0;
  const shared = await givenContext();
  const closing: (() => Promise<unknown>)[] = [];
  const servers: LiveServer[] = [];
  const listening: Promise<void>[] = [];
  for (let number = 0; number < count; number += 1) {
    const broadcast = openBroadcast({ connectionString: shared.url, channel: 'wattle_live', onError: () => undefined });
    // `missed` is called for all listeners when the connection is open.
    listening.push(
      new Promise((resolve) => void broadcast.listen({ received: () => undefined, missed: () => resolve() })),
    );
    const live = openLiveHub({
      database: shared.database,
      security: shared.clocks.security,
      idleMs: shared.config.session.idleMs,
      broadcast,
      onError: () => undefined,
      elapsedMs: () => elapsedMs,
    });
    const ctx = { ...shared, live };
    const app = await buildApp(ctx);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    if (!address || typeof address !== 'object') throw new Error('the server does not listen');
    servers.push({ app, ctx, url: `http://127.0.0.1:${address.port}` });
    closing.push(
      () => app.close(),
      () => live.stop(),
      () => broadcast.stop(),
    );
  }
  await Promise.all(listening);
  return {
    servers,
    pass(ms) {
      elapsedMs += ms;
    },
    async close() {
      for (const step of closing) await step();
      await shared.close();
    },
  };
}

/** Process ids of the database connections that listen. */
export async function listeners(ctx: TestContext): Promise<number[]> {
  const rows = await ctx.asOwner<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'wattle-broadcast'`,
  );
  return rows.map(({ pid }) => pid);
}

export type OpenedStream = {
  readonly response: Response;
  /** Kinds of the events so far. */
  kinds(): string[];
  readonly messages: readonly LiveMessage[];
  /** Received bytes, including comments. */
  text(): string;
  isOver(): boolean;
  close(): void;
};

/** Opens a stream like a browser. Resolves after `ready`, unless it was refused. */
export async function openStream(
  { url }: { readonly url: string },
  headers: Readonly<Record<string, string>>,
  query = '',
): Promise<OpenedStream> {
  const leave = new AbortController();
  const response = await fetch(`${url}/api/live${query}`, { headers, signal: leave.signal });
  const messages: LiveMessage[] = [];
  let text = '';
  let isOver = false;
  const reading = async () => {
    const decoder = new TextDecoder();
    let read = 0;
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n', read); end >= 0; end = text.indexOf('\n\n', read)) {
        const frame = text.slice(read, end);
        read = end + 2;
        if (frame.startsWith('data: ')) messages.push(liveMessage.parse(JSON.parse(frame.slice(6))));
      }
    }
  };
  void reading()
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  const stream: OpenedStream = {
    response,
    messages,
    kinds: () => messages.map(({ Kind }) => Kind),
    text: () => text,
    isOver: () => isOver,
    close: () => leave.abort(),
  };
  if (response.ok) await vi.waitUntil(() => messages[0]?.Kind === 'ready', { interval: 5, timeout: 10_000 });
  return stream;
}
