import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { databaseAt } from '../../../test-support/processes/database.ts';
import {
  givenConnection,
  knowSample,
  moneyOf,
  type TestConnection,
} from '../../../test-support/processors/given-connection.ts';
import { sampleProcessor } from '../../../test-support/processors/sample/sample.ts';
import { roadOf } from './road.ts';

let test: TestApp;
let connection: TestConnection;
beforeAll(async () => {
  test = await givenApp();
  knowSample(test, sampleProcessor());
  knowSample(test, { ...sampleProcessor(), kind: 'unsaid', saysIncrements: false });
  connection = await givenConnection(test);
});
afterAll(async () => {
  const broken = await brokenIn(test.ctx);
  await test.close();
  expect(broken).toEqual([]);
});

let serial = 0;
const askOf = (card: string, given: object = {}) => {
  serial += 1;
  return {
    id: `ask-${serial}`,
    type: 'ask',
    purchase: `purchase-${serial}`,
    card,
    cents: 12_34,
    shop: 'Bakery',
    ...given,
  };
};

async function eventOf(key: string) {
  await roadOf(test.ctx).settled();
  const [row] = await test.ctx.asOwner<{ outcome: string; did: string | null; ms_used: number }>(
    'SELECT outcome, did, ms_used FROM processor_event WHERE key = $1',
    [key],
  );
  return row;
}

const YES = { status: 200, body: '{"yes":true,"cents":1234}' };

describe('an ask of a card processor', () => {
  it('is approved and held, with its event and purchase', async () => {
    const card = await connection.card();
    const ask = askOf(card.external);
    expect(await connection.send('asks', ask)).toEqual(YES);
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 12_34 });
    expect(await eventOf(ask.id)).toMatchObject({ outcome: 'approved', did: null });
    expect(
      await test.ctx.asOwner(
        'SELECT asked_amount::integer, told_at, sweep_at - asked_at AS swept_after FROM processor_purchase WHERE of = $1',
        [ask.purchase],
      ),
    ).toEqual([{ asked_amount: 1234, told_at: null, swept_after: { minutes: 10 } }]);
  });

  it('above the balance is declined with its reason, and holds nothing', async () => {
    const card = await connection.card({ balance: 12_33n });
    const ask = askOf(card.external);
    expect((await connection.send('asks', ask)).body).toBe('{"yes":false,"why":"noFunds"}');
    expect(await moneyOf(test, card)).toEqual({ balance: 12_33, held: 0 });
    expect(await eventOf(ask.id)).toMatchObject({ outcome: 'declined', did: 'noFunds' });
  });

  it('that comes again gets the same bytes, also at another server and after a restart, and holds once', async () => {
    const card = await connection.card();
    const ask = askOf(card.external);
    expect(await connection.send('asks', ask)).toEqual(YES);
    await roadOf(test.ctx).settled();
    expect(await connection.send('asks', ask)).toEqual(YES);
    const { ownerUrl, url } = test.ctx;
    const other = await givenApp({}, {}, databaseAt(ownerUrl, url));
    knowSample(other, sampleProcessor());
    (other.ctx.config.namedSecrets as Map<string, string>).set(
      `WATTLE_SECRET_${connection.tenantId}_ASKS`,
      'secret of asks',
    );
    await other.ctx.processors.refresh();
    expect(await connection.sendTo(other, 'asks', ask)).toEqual(YES);
    await other.close();
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 12_34 });
  });

  it('that comes twice at the same time is held once, and answered alike', async () => {
    const card = await connection.card();
    const ask = askOf(card.external);
    const answers = await Promise.all([1, 2, 3].map(() => connection.send('asks', ask)));
    expect(answers).toEqual([YES, YES, YES]);
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 12_34 });
  });

  it('with a key that had another content is refused as a duplicate, and changes nothing', async () => {
    const card = await connection.card();
    const ask = askOf(card.external);
    await connection.send('asks', ask);
    await roadOf(test.ctx).settled();
    const other = { ...ask, purchase: 'another-purchase', cents: 1 };
    expect(await connection.send('asks', other)).toEqual({ status: 200, body: '{"yes":false,"why":"keyReused"}' });
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 12_34 });
    expect(await connection.send('asks', ask)).toEqual(YES);
  });

  it('adds to the purchase under a key of its own', async () => {
    const card = await connection.card();
    const ask = askOf(card.external);
    await connection.send('asks', ask);
    const more = { ...ask, id: `${ask.id}-more`, type: 'more', cents: 5_00 };
    expect(await connection.send('asks', more)).toEqual({ status: 200, body: '{"yes":true,"cents":500}' });
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 17_34 });
  });

  it.each([
    ['differences', 5_00, 3_00],
    ['totals', 17_34, 20_34],
  ] as const)('adds to its purchase without saying so, in %s', async (increments, more, evenMore) => {
    const own = await givenConnection(test, { increments }, 'unsaid');
    const card = await own.card();
    const ask = askOf(card.external);
    const first = await own.send('asks', ask);
    expect(first).toEqual(YES);
    const second = { ...ask, id: `${ask.id}-2`, cents: more };
    const answer = await own.send('asks', second);
    expect(answer).toEqual({ status: 200, body: `{"yes":true,"cents":${more}}` });
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 17_34 });
    // Each comes again, before its answer is stored and after.
    expect(await own.send('asks', second)).toEqual(answer);
    await roadOf(test.ctx).settled();
    expect(await own.send('asks', second)).toEqual(answer);
    expect(await own.send('asks', ask)).toEqual(first);
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 17_34 });
    const tooMuch = { ...ask, id: `${ask.id}-3`, cents: 200_00 };
    expect((await own.send('asks', tooMuch)).body).toBe('{"yes":false,"why":"noFunds"}');
    // A total counts from what is held, not from what was declined.
    await own.send('asks', { ...ask, id: `${ask.id}-4`, cents: evenMore });
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 20_34 });
  });

  it('for a card that the connection does not know is declined', async () => {
    const elsewhere = await givenConnection(test);
    const card = await elsewhere.card();
    const answer = await connection.send('asks', askOf(card.external));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ yes: false });
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 0 });
  });

  it('in another billing currency is refused', async () => {
    const card = await connection.card();
    const ask = askOf(card.external, { currency: 'USD' });
    expect(await connection.send('asks', ask)).toEqual({ status: 200, body: '{"yes":false,"why":"currency"}' });
    expect(await eventOf(ask.id)).toMatchObject({ outcome: 'refused', did: 'currency' });
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 0 });
  });

  it('of a connection that is off is declined, and nothing is held', async () => {
    const off = await givenConnection(test);
    const card = await off.card();
    await test.ctx.asOwner('UPDATE processor_connection SET is_on = false WHERE id = $1', [off.id]);
    await test.ctx.processors.refresh();
    expect(await off.send('asks', askOf(card.external))).toEqual({
      status: 200,
      body: '{"yes":false,"why":"silence"}',
    });
    expect(await moneyOf(test, card)).toEqual({ balance: 100_00, held: 0 });
  });

  it('counts its unknown words once, and keeps them', async () => {
    const own = await givenConnection(test);
    const card = await own.card();
    const ask = askOf(card.external, { way: 'HOLOGRAM' });
    expect(await own.send('asks', ask)).toEqual(YES);
    await roadOf(test.ctx).settled();
    await own.send('asks', ask);
    await roadOf(test.ctx).settled();
    expect(
      await test.ctx.asOwner('SELECT field, word, times FROM processor_word WHERE connection_id = $1', [own.id]),
    ).toEqual([{ field: 'way', word: 'HOLOGRAM', times: 1 }]);
    expect(
      await test.ctx.asOwner('SELECT kind, outcome, messages FROM processor_hour WHERE connection_id = $1', [own.id]),
    ).toEqual([{ kind: 'authorise', outcome: 'approved', messages: 1 }]);
  });
});
