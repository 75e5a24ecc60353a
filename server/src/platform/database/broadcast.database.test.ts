import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { givenDatabase, type TestDatabase } from '../../../test-support/processes/database.ts';
import { type Broadcast, openBroadcast } from './broadcast.ts';

/** Each connection receives notifications at its own time. */
const SOON = { interval: 5, timeout: 10_000 };

let given: TestDatabase;
let listener: pg.Client;
let payloads: string[];
const broadcasts: Broadcast[] = [];

async function givenBroadcast() {
  const received: string[] = [];
  let missed = 0;
  const broadcast = openBroadcast({ connectionString: given.url, channel: 'news', onError: () => undefined });
  broadcast.listen({
    received: (word) => received.push(word),
    missed: () => {
      missed += 1;
    },
  });
  broadcasts.push(broadcast);
  await vi.waitUntil(() => missed > 0, SOON);
  return { broadcast, received, missed: () => missed };
}

beforeEach(async () => {
  given = await givenDatabase();
  payloads = [];
  listener = new pg.Client({ connectionString: given.url });
  await listener.connect();
  listener.on('notification', ({ payload }) => payloads.push(payload ?? ''));
  await listener.query('LISTEN news');
});

afterEach(async () => {
  for (const broadcast of broadcasts.splice(0)) await broadcast.stop();
  await listener.end();
  await given.close();
});

it('batches messages of one tick into one notification, without duplicates', async () => {
  const { broadcast, received } = await givenBroadcast();
  for (const word of ['a', 'b', 'a', 'c']) broadcast.send(word);
  await vi.waitUntil(() => received.length === 3 && payloads.length > 0, SOON);
  expect(payloads).toEqual(['a\nb\nc']);
});

it('reaches every server, including the sender', async () => {
  const one = await givenBroadcast();
  const other = await givenBroadcast();
  one.broadcast.send('word');
  await vi.waitUntil(() => other.received.length === 1 && one.received.length === 1, SOON);
  expect([one.received, other.received]).toEqual([['word'], ['word']]);
});

it('keeps each notification below the 8000 bytes that PostgreSQL takes', async () => {
  const { broadcast, received } = await givenBroadcast();
  const words = Array.from({ length: 1_000 }, (_, number) => `changed 1 ${100_000 + number}`);
  for (const word of words) broadcast.send(word);
  await vi.waitUntil(() => received.length === 1_000 && payloads.length === 3, SOON);
  expect(received).toEqual(words);
  // 1000 messages of 16 bytes plus separators are 17 kB, so three notifications are enough.
  expect(payloads.join('\n').split('\n')).toEqual(words);
  expect(Math.max(...payloads.map((payload) => payload.length))).toBeLessThan(8_000);
});

it('reports missed messages instead of queueing without limit', async () => {
  const { broadcast, received, missed } = await givenBroadcast();
  for (let number = 0; number <= 5_000; number += 1) broadcast.send(`changed 1 ${number}`);
  await vi.waitUntil(() => missed() === 2 && payloads.length > 0, SOON);
  expect(received).toEqual([]);
  expect(payloads).toEqual(['*']);
});

it('reconnects after the connection was closed and sends queued messages', async () => {
  const { broadcast, received, missed } = await givenBroadcast();
  await given.asOwner(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'wattle-broadcast'`,
  );
  broadcast.send('meanwhile');
  await vi.waitUntil(() => missed() === 2 && received.length === 1, SOON);
  expect(received).toEqual(['meanwhile']);
});

it('has sent all queued messages once it has stopped', async () => {
  const { broadcast } = await givenBroadcast();
  broadcast.send('last');
  await broadcast.stop();
  await vi.waitUntil(() => payloads.length === 1, SOON);
  expect(payloads).toEqual(['last']);
});
