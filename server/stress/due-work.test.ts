import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  databaseAt,
  givenContext,
  givenDatabase,
  type TestContext,
  type TestDatabase,
} from '../test-support/processes/database.ts';
import { givenRunner } from '../test-support/due-work.ts';
import { effect, effects, givenEffects } from '../test-support/effects.ts';
import { givenTenant } from '../test-support/factories.ts';
import { type Note, notes, queueNote, workRows } from '../test-support/desk/notes.ts';
import {
  endCutOff,
  type Fault,
  givenPostgresProxy,
  type PostgresProxy,
} from '../test-support/processes/postgres-proxy.ts';
import { brokenStatements } from '../test-support/sampled.ts';
import type { QueuedJob, RecurringJob } from '../src/platform/due-work/job.ts';
import { openDueWork } from '../src/platform/due-work/due-work.ts';
import type { Runner } from '../src/platform/due-work/runner.ts';

/** Time limit for a response of the database. */
const PATIENCE_MS = 300;
const LEASE_MS = 60_000;
const DAY_MS = 86_400_000;

let behind: TestDatabase;
let proxy: PostgresProxy;
/** A server with a faulty connection, and a healthy one. */
let broken: TestContext;
let sound: TestContext;
/** Queues the items. */
let writer: TestContext;
let tenantId: number;

beforeAll(async () => {
  behind = await givenDatabase();
  sound = await givenContext({}, behind);
  proxy = await givenPostgresProxy(behind.url);
  const through = databaseAt(behind.ownerUrl, proxy.url, { size: 4, answerMs: PATIENCE_MS });
  // Separate wake-up signals: each server works only when the test calls it.
  broken = { ...sound, database: through.database, dueWork: openDueWork(sound.clocks) };
  writer = { ...sound, dueWork: openDueWork(sound.clocks) };
  await givenEffects(behind);
  tenantId = (await givenTenant(sound)).id;
});
afterAll(async () => {
  await broken?.database.close();
  await proxy?.close();
  await sound?.close();
});

const inTransaction: QueuedJob<TestContext, Note> = {
  queue: notes,
  atOnce: 10,
  async inTransaction(_ctx, tx, item) {
    await effect(tx, item.tenantId, item.key);
    return 'done';
  },
};

const outside: QueuedJob<TestContext, Note> = {
  queue: notes,
  atOnce: 10,
  async outside(_ctx, item) {
    return async (tx) => {
      await effect(tx, item.tenantId, item.key);
      return 'done';
    };
  },
};

const FAULTS: Readonly<Record<string, Fault>> = {
  'the connection breaks before it': 'cut before',
  'the connection breaks after it': 'cut after',
  'a serialisation failure meets it': { fails: '40001' },
  'a deadlock meets it': { fails: '40P01' },
};
/** These take long, so one kind of work is tested for all. */
const SILENCE: Readonly<Record<string, Fault>> = {
  'the database goes silent before it': 'silent before',
  'the database goes silent after it': 'silent after',
};

let drawn = 0;
function freshKey(): string {
  drawn += 1;
  return `item-${drawn}`;
}

/** Carries out work on the broken server, where a fault hits the statement of that number, then on the healthy one. */
async function surviveAt(number: number, fault: Fault, first: Runner, second: Runner): Promise<string> {
  const key = freshKey();
  await queueNote(writer, tenantId, key);
  proxy.arm(number, fault);
  await first.runDue();
  expect(proxy.count()).toBeGreaterThanOrEqual(number);
  await endCutOff(behind, proxy);
  // The lease of the first expires, or its back-off ends.
  sound.advance(LEASE_MS);
  await second.runDue();
  return key;
}

describe.each([
  ['in its transaction', inTransaction, { ...FAULTS, ...SILENCE }],
  ['outside of a transaction', outside, FAULTS],
])('an item that is carried out %s', (_, job, faults) => {
  it.each(Object.entries(faults))(
    'has its effect once when %s, at any statement',
    { timeout: 240_000 },
    async (_name, fault) => {
      const [first, second] = [givenRunner(broken, [job]), givenRunner(sound, [job])];
      // Once without a fault, to count prepared statements including COMMIT.
      for (let warm = 0; warm < 2; warm += 1) await surviveAt(0, fault, first, second);
      const statements = await countStatements(first);
      expect(statements).toBeGreaterThan(10);
      for (const number of brokenStatements(statements)) {
        const key = await surviveAt(number, fault, first, second);
        expect({ number, times: (await effects(behind)).filter((what) => what === key).length }).toEqual({
          number,
          times: 1,
        });
      }
      const left = (await workRows(behind)).filter((row) => row.key.startsWith('item-') && row.done_at === null);
      expect(left).toEqual([]);
      await Promise.all([first.stop(), second.stop()]);
    },
  );
});

async function countStatements(first: Runner): Promise<number> {
  await queueNote(writer, tenantId, freshKey());
  proxy.arm(0, 'cut before');
  await first.runDue();
  return proxy.count();
}

describe('a daily occurrence', () => {
  const daily: RecurringJob<TestContext> = {
    name: 'test.daily',
    clock: 'business',
    scope: 'instance',
    when: { dailyAt: ['06:00'] },
    atOnce: 1,
    async inTransaction(_ctx, tx, { plannedAt }) {
      await effect(tx, 0, new Date(plannedAt).toISOString());
      return 'done';
    },
  };

  it.each(Object.entries(FAULTS))(
    'has its effect once when %s, at any statement',
    { timeout: 240_000 },
    async (_name, fault) => {
      await behind.asOwner("DELETE FROM due_work WHERE job = 'test.daily'");
      await behind.asOwner('DELETE FROM effect');
      const [first, second] = [givenRunner(broken, [daily]), givenRunner(sound, [daily])];
      await first.runDue();
      await second.runDue();
      const begun = sound.clocks.business.now();
      let days = 0;
      for (const number of brokenStatements(18)) {
        days += 1;
        sound.advance(DAY_MS);
        proxy.arm(number, fault);
        await first.runDue();
        expect(proxy.count()).toBeGreaterThanOrEqual(number);
        await endCutOff(behind, proxy);
        sound.advance(LEASE_MS);
        await second.runDue();
      }
      const done = await effects(behind);
      expect(days).toBeGreaterThan(3);
      expect(done).toHaveLength(days);
      expect(new Set(done).size).toBe(days);
      expect(Date.parse(done[0] ?? '') - begun).toBeLessThan(DAY_MS);
      expect(done).toEqual(done.toSorted());
      await Promise.all([first.stop(), second.stop()]);
    },
  );
});
