import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { moneyOf } from '../../../test-support/processors/given-connection.ts';
import { givenPlayed, type PlayedKind, SANDBOX_SECRETS } from '../../../test-support/processors/played.ts';
import { inFull } from '../../../test-support/sampled.ts';
import { lithicSandbox } from '../../outside/processors/lithic/sandbox.ts';
import {
  emptyState,
  type Heard,
  openDesk,
  type SandboxProcessor,
  type Sending,
} from '../../outside/processors/sandbox/sandbox.ts';
import { stripeSandbox } from '../../outside/processors/stripe/sandbox.ts';
import { lockAccountOf } from './public.ts';
import { roadOf } from './road.ts';

/* 50 questions a second by the bytes of each processor through HTTP, each result told, while one account is locked and
   asked about 5 times a second. The figures are of a machine that does nothing else, so `npm test` takes the deadline. */

const A_SECOND = 50;
const SECONDS = inFull(20, 1);
const CARDS = 20;
/** Rounds of all cards before what is measured. */
const WARMING = inFull(15, 1);
const DEADLINES: Readonly<Record<PlayedKind, number>> = { stripe: 2_000, lithic: 6_000 };
/** Silence of Lithic takes longer than a test may. */
const KINDS = inFull<readonly PlayedKind[]>(['stripe', 'lithic'], ['stripe']);

let test: TestApp;
let address: string;
beforeAll(async () => {
  test = await givenApp();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  const broken = await brokenIn(test.ctx);
  await test.close();
  expect(broken).toEqual([]);
});

type Purchase = { readonly card: string };
type Ended = { readonly heard: Heard; readonly tookMs: number };

/** A processor of the sandbox that asks about many purchases together, and tells of each. */
function openSender(kind: PlayedKind, publicId: string) {
  const sandboxes = { stripe: stripeSandbox, lithic: lithicSandbox } as unknown;
  const processor = (sandboxes as Readonly<Record<PlayedKind, SandboxProcessor<Purchase>>>)[kind];
  let state = emptyState<Purchase>();
  async function post(sending: Sending) {
    const now = test.ctx.clocks.security.now();
    const secret = sending.path === 'asks' ? SANDBOX_SECRETS.ASKS : SANDBOX_SECRETS.EVENTS;
    const answer = await fetch(`${address}/processors/${publicId}/${sending.path}`, {
      method: 'POST',
      headers: processor.sign(secret, sending, now),
      body: sending.body,
    });
    return { status: answer.status, body: await answer.text() };
  }
  return async function ask(card: string): Promise<Ended> {
    const desk = openDesk(state, test.ctx.clocks.business.now());
    const command = { act: 'authorise', card, amount: 100 } as const;
    const question = processor.ask(desk, command);
    if (!question) throw new Error('nothing is asked');
    state = desk.state();
    const [id] = desk.find(command);
    const began = performance.now();
    const { status, body } = await post(question);
    const tookMs = performance.now() - began;
    const heard = processor.hear(status, body);
    // What it knows of other purchases goes on meanwhile.
    const { [id]: own, ...others } = state.purchases;
    const mine = openDesk({ ...state, purchases: { [id]: own as Purchase } }, test.ctx.clocks.business.now());
    const told = processor.tell(mine, command, heard);
    state = { counters: mine.state().counters, purchases: others };
    for (const sending of told) {
      const taken = await post(sending);
      if (taken.status !== 200) throw new Error(`an event was answered ${taken.status}`);
    }
    return { heard, tookMs };
  };
}

const percentile99 = (all: readonly Ended[]) =>
  all.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)[Math.ceil(all.length * 0.99) - 1] ?? Number.NaN;

describe.each(KINDS)('50 questions a second by the bytes of %s', (kind) => {
  it('are answered at once while one account is locked, whose questions end in silence before the deadline', {
    timeout: inFull(60_000, 15_000),
  }, async () => {
    const connection = await givenPlayed(test, kind);
    const ask = openSender(kind, connection.publicId);
    const locked = await connection.card({ balance: 1_000_000n });
    const others = await Promise.all(Array.from({ length: CARDS }, () => connection.card({ balance: 1_000_000n })));
    // Statements are prepared, code is compiled, and cards are found.
    for (let round = 0; round < WARMING; round += 1) {
      await Promise.all([locked, ...others].map(({ external }) => ask(external)));
    }
    await roadOf(test.ctx).settled();
    const before = await moneyOf(test, locked);
    const asked: Promise<Ended>[] = [];
    const askedLocked: Promise<Ended>[] = [];
    await test.ctx.database.transact(connection.tenantId, async (tx) => {
      expect(await lockAccountOf(tx, connection, locked.external)).toBe(true);
      const began = performance.now();
      for (let n = 0; n < SECONDS * A_SECOND; n += 1) {
        if (n % 10 === 0) askedLocked.push(ask(locked.external));
        asked.push(ask(others[n % CARDS]?.external ?? ''));
        await pause(Math.max(0, began + ((n + 1) * 1000) / A_SECOND - performance.now()));
      }
      await Promise.all([...asked, ...askedLocked]);
    });
    const ends = await Promise.all(asked);
    const late = await Promise.all(askedLocked);
    expect(ends.map(({ heard }) => heard.heard)).toEqual(ends.map(() => 'approved'));
    expect(percentile99(ends)).toBeLessThan(inFull(300, DEADLINES[kind]));
    expect(late.map(({ heard }) => heard.heard)).toEqual(late.map(() => 'declined'));
    expect(Math.max(...late.map(({ tookMs }) => tookMs))).toBeLessThan(inFull(DEADLINES[kind], 4 * DEADLINES[kind]));
    await roadOf(test.ctx).settled();
    expect(await moneyOf(test, locked)).toEqual(before);
    const outcomes = await test.ctx.asOwner(
      `SELECT e.outcome, count(*)::integer AS asks FROM processor_event e
        WHERE e.connection_id = $1 AND e.kind = 'authorise' GROUP BY 1 ORDER BY 1`,
      [connection.id],
    );
    expect(outcomes).toEqual([
      { outcome: 'approved', asks: SECONDS * A_SECOND + WARMING * (CARDS + 1) },
      { outcome: 'silent', asks: late.length },
    ]);
  });
});
