import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { type CardGiven, givenProduct, type ProductGiven } from '../../../test-support/factories.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { databaseAt } from '../../../test-support/processes/database.ts';
import { moneyOf } from '../../../test-support/processors/given-connection.ts';
import { givenPlayed, knowSecrets, type Played } from '../../../test-support/processors/played.ts';
import { roadOf } from '../../features/processors/road.ts';
import { sweepUnconfirmed } from '../../features/processors/sweep.due.ts';

/* Lines of the certification list (docs/integrate/processor.md) about senders, answers and silence, through HTTP. */

let test: TestApp;
const folder = mkdtempSync(path.join(tmpdir(), 'wattle-certified-'));
beforeAll(async () => {
  test = await givenApp({ WATTLE_DATA: folder });
});
afterAll(async () => {
  const broken = await brokenIn(test.ctx);
  await test.close();
  rmSync(folder, { recursive: true });
  expect(broken).toEqual([]);
});

const KINDS = ['stripe', 'lithic'] as const;
type Kind = (typeof KINDS)[number];
const NOT_SIGNED = [401, ''];
const NOTHING = { balance: 100_00, held: 0 };

/** Another server on the same database and data folder. */
async function givenOther(connection: Played): Promise<{ readonly server: TestApp; loseDatabase(): Promise<void> }> {
  const { ownerUrl, url, clocks } = test.ctx;
  const { database, ...own } = databaseAt(ownerUrl, url);
  const server = await givenApp({ WATTLE_DATA: folder }, {}, { database, ...own });
  server.ctx.setSecurityTime(clocks.security.now());
  server.ctx.setBusinessTime(clocks.business.now());
  knowSecrets(server, connection);
  await server.ctx.processors.refresh();
  return { server, loseDatabase: () => database.close() };
}

async function keptOf({ id }: Played): Promise<number> {
  const [row] = await test.ctx.asOwner<{ count: number }>(
    'SELECT count(*)::integer AS count FROM processor_event WHERE connection_id = $1',
    [id],
  );
  return row?.count ?? -1;
}

describe.each(KINDS)('what is sent as %s', (kind) => {
  it.each(['--wrong-secret', '--old 301', '--ahead 301', '--other-path'])(
    'is refused with %s, and nothing of it is kept',
    async (fault) => {
      const connection = await givenPlayed(test, kind);
      const card = await connection.card();
      const deliveries = await connection.play(card, `authorise --amount 18.45 ${fault}`);
      expect(deliveries.map(({ status, answer }) => [status, answer])).toEqual([NOT_SIGNED, NOT_SIGNED]);
      expect(await keptOf(connection)).toBe(0);
      expect(await moneyOf(test, card)).toEqual(NOTHING);
    },
  );

  it.each(['--old 300', '--ahead 300'])('is taken with %s', async (age) => {
    const connection = await givenPlayed(test, kind);
    const card = await connection.card();
    await connection.play(card, `authorise --amount 18.45 ${age}`);
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 18_45 });
  });

  it('is taken by either of two secrets while one replaces the other', async () => {
    const setAt = '2026-11-01T00:00:00.000Z';
    const asks = ['NEXT', 'ASKS'].map((name) => ({ name, setAt }));
    const secrets = { asks, events: [{ name: 'EVENTS', setAt }] };
    const connection = await givenPlayed(test, kind, { secrets });
    const card = await connection.card();
    await connection.play(card, 'authorise --amount 18.45 --older-secret');
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 18_45 });
    await connection.play(card, 'authorise --amount 1.55');
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 20_00 });
  });
});

type Decline = {
  readonly asked: string;
  readonly card?: CardGiven;
  readonly product?: ProductGiven;
  /** Word in Stripe's metadata, and the result for Lithic. */
  readonly words: readonly [stripe: string, lithic: string];
};

const DECLINES: Readonly<Record<string, Decline>> = {
  'above the balance': { asked: '--amount 100.01', words: ['noFunds', 'INSUFFICIENT_FUNDS'] },
  'above the limit of the day': {
    asked: '--amount 20.01',
    card: { spendLimit: 20_00n },
    words: ['overLimit', 'VELOCITY_EXCEEDED'],
  },
  'with a card that is off': { asked: '', card: { status: 'ActiveOff' }, words: ['cardOff', 'CARD_PAUSED'] },
  'with a blocked card': { asked: '', card: { status: 'Restricted' }, words: ['cardBlocked', 'CARD_PAUSED'] },
  'with a lost card': { asked: '', card: { status: 'Lost' }, words: ['cardBlocked', 'CARD_LOST'] },
  'with a stolen card': { asked: '', card: { status: 'Stolen' }, words: ['cardBlocked', 'CARD_STOLEN'] },
  'with a replaced card': { asked: '', card: { status: 'Replaced' }, words: ['cardBlocked', 'DO_NOT_HONOUR'] },
  'with a closed card': { asked: '', card: { status: 'Closed' }, words: ['cardBlocked', 'DO_NOT_HONOUR'] },
  'with a card that is not activated': {
    asked: '',
    card: { status: 'NotIssued' },
    words: ['cardNotActive', 'DO_NOT_HONOUR'],
  },
  'with a card past its month': { asked: '', card: { expiry: '2026-10' }, words: ['cardExpired', 'CARD_EXPIRED'] },
  'by tap of a virtual card': {
    asked: '',
    product: { isVirtual: true },
    words: ['channelOff', 'UNAUTHORIZED_MERCHANT'],
  },
  'at a bookmaker': { asked: '--mcc 7995', words: ['categoryRefused', 'UNAUTHORIZED_MERCHANT'] },
  'in another billing currency': { asked: '--other-currency', words: ['currency', 'DO_NOT_HONOUR'] },
};

const answerOf: Readonly<Record<Kind, (words: Decline['words']) => string>> = {
  stripe: ([word]) => `{"approved":false,"metadata":{"wattle":"p-REFERENCE","declined_reason":"${word}"}}`,
  lithic: ([, word]) => `{"result":"${word}","token":"transaction_sandbox_1"}`,
};

describe.each(KINDS)('the answer to a question of %s', (kind) => {
  it.each(Object.entries(DECLINES))('declines %s, byte for byte', async (_, { asked, card, product, words }) => {
    const connection = await givenPlayed(test, kind);
    const { brand } = connection;
    const made = product && (await givenProduct(test.ctx, { ...product, brand }));
    const known = await connection.card({ ...card, ...(made && { product: made }) });
    const [answer] = await connection.play(known, `authorise ${asked}`);
    expect(answer?.status).toBe(200);
    expect(answer?.answer.replace(/p-[a-z2-7]{38}/, 'p-REFERENCE')).toBe(answerOf[kind](words));
    expect(await moneyOf(test, known)).toEqual(NOTHING);
  });

  it('declines a card that is not known, byte for byte', async () => {
    const connection = await givenPlayed(test, kind);
    const [answer] = await connection.play({ external: 'card_of_nobody' }, 'authorise --amount 18.45');
    expect(answer?.answer.replace(/p-[a-z2-7]{38}/, 'p-REFERENCE')).toBe(answerOf[kind](['14', 'DO_NOT_HONOUR']));
  });

  it('is the same to the byte for twins at one moment, a repeat, another server, and after a restart', async () => {
    const connection = await givenPlayed(test, kind);
    const card = await connection.card();
    const answers = (
      await connection.play(card, 'authorise --amount 18.45 --at-once 3 --twice --skip card_tr,created')
    ).map(({ answer }) => answer);
    await roadOf(test.ctx).settled();
    const { server } = await givenOther(connection);
    const [elsewhere] = await connection.play(card, 'authorise --again', { server });
    await server.close();
    expect(new Set([...answers, elsewhere?.answer]).size).toBe(1);
    expect(answers).toHaveLength(4);
    expect(answers[0]).toMatch(/"approved":true|"APPROVED"/);
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 18_45 });
  });

  it('is given by another server where its own was stopped while it was asked', async () => {
    const connection = await givenPlayed(test, kind);
    const card = await connection.card();
    const { server, loseDatabase } = await givenOther(connection);
    const asked = connection.play(card, 'authorise --amount 18.45 --lock 600 --skip card_tr,created', { server });
    const waits = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(() => test.ctx.asOwner(`SELECT pid ${waits}`)).toHaveLength(1);
    // Its server goes while it waits for the lock, and stores no answer.
    const lost = loseDatabase();
    await test.ctx.asOwner(`SELECT pg_terminate_backend(pid) ${waits}`);
    await lost;
    expect((await asked)[0]?.answer).not.toMatch(/"approved":true|"APPROVED"/);
    await server.app.close();
    expect(await moneyOf(test, card)).toEqual(NOTHING);
    const [again] = await connection.play(card, 'authorise --again');
    expect(again?.answer).toMatch(/"approved":true|"APPROVED"/);
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 18_45 });
  });

  it('that nothing confirms is looked up after 10 minutes at its API, and adopted', async () => {
    const connection = await givenPlayed(test, kind);
    if (!test.app.server.listening) await test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = test.app.server.address() as AddressInfo;
    await test.ctx.asOwner(
      "UPDATE processor_connection SET settings = jsonb_set(settings, '{url}', to_jsonb($2::text)) WHERE id = $1",
      [connection.id, `http://127.0.0.1:${port}/sandbox/processors/${connection.publicId}`],
    );
    await test.ctx.processors.refresh();
    const [declined, approved] = [await connection.card(), await connection.card()];
    // They declined after their deadline, and told no one.
    await connection.play(declined, 'authorise --amount 18.45 --late 7000 --on-silence decline --skip card_tr,created');
    await connection.play(approved, 'authorise --amount 40.00 --skip card_tr,created');
    expect(await moneyOf(test, declined)).toEqual({ balance: 100_00, held: 18_45 });
    test.ctx.advance(11 * 60_000);
    if (!('outside' in sweepUnconfirmed)) throw new Error('the sweep calls outside');
    const given = { tenantId: connection.tenantId, plannedAt: 0, atOnce: 50, signal: new AbortController().signal };
    await sweepUnconfirmed.outside(test.ctx, given);
    expect(await moneyOf(test, declined)).toEqual(NOTHING);
    expect(await moneyOf(test, approved)).toEqual({ balance: 100_00, held: 40_00 });
    const told = await test.ctx.asOwner(
      'SELECT is_approved, differed FROM processor_purchase WHERE connection_id = $1 ORDER BY asked_at, of',
      [connection.id],
    );
    expect(told).toEqual([
      { is_approved: false, differed: 'theyDeclined' },
      { is_approved: true, differed: null },
    ]);
  });
});

it('with other content under the key of a question of Stripe is refused, and changes nothing', async () => {
  const connection = await givenPlayed(test, 'stripe');
  const card = await connection.card();
  const [first, changed] = await connection.play(card, 'authorise --amount 18.45 --changed');
  expect(first?.answer).toContain('"approved":true');
  expect(changed?.answer).toContain('"declined_reason":"keyReused"');
  expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 18_45 });
});

it('is silence to Stripe before its deadline while the account is locked, and holds nothing', async () => {
  const connection = await givenPlayed(test, 'stripe');
  const card = await connection.card();
  const began = performance.now();
  const [asked] = await connection.play(card, 'authorise --amount 18.45 --lock 1900 --skip created');
  // The lock is longer than the answer took.
  expect(performance.now() - began).toBeGreaterThan(1_850);
  expect(asked?.answer).toContain('"approved":false');
  const [event] = await test.ctx.asOwner<{ outcome: string; ms_used: number }>(
    'SELECT outcome, ms_used FROM processor_event WHERE connection_id = $1',
    [connection.id],
  );
  expect(event?.outcome).toBe('silent');
  expect(event?.ms_used).toBeLessThan(2_000);
  expect(await moneyOf(test, card)).toEqual(NOTHING);
});
