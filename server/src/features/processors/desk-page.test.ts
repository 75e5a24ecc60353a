import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenPan } from '../../../test-support/factories.ts';
import { givenConnection, knowSample } from '../../../test-support/processors/given-connection.ts';
import { sampleProcessor } from '../../../test-support/processors/sample/sample.ts';
import { referenceOf } from '../../outside/processors/reference.ts';
import { carryOutDue } from './carry-out-waiting.due.ts';
import { roadOf } from './road.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
  knowSample(test, sampleProcessor());
});
afterAll(() => test.close());

async function givenPlace() {
  const own = await givenConnection(test);
  const card = await own.card();
  const rows = async (command: string, input: Readonly<Record<string, string>> = {}) => {
    const staff = await givenStaff(test.ctx, own.tenantId, { role: 'viewer' });
    return (await give(test, staff, command, { input })).body.rows ?? [];
  };
  const story = (command: string, purchase: string) => rows(command, { connection: 'Sample', purchase });
  const ask = async (purchase: string, cents: number, more: object = {}) => {
    const message = {
      type: 'ask',
      id: `ask ${purchase}`,
      purchase,
      card: card.external,
      cents,
      shop: 'Harbour Bakery',
    };
    await own.send('asks', { ...message, ...more });
    await roadOf(test.ctx).settled();
  };
  const tell = (type: string, purchase: string, cents: number, more: object = {}) =>
    own.send('events', { type, id: `${type} ${purchase}`, purchase, card: card.external, cents, ...more });
  return { own, card, rows, story, ask, tell };
}

describe('a purchase at the desk', () => {
  it('is shown with its ask, checks, answer and what was told, by either id', async () => {
    const { own, card, story, ask, tell } = await givenPlace();
    await ask('b-1', 18_45);
    await tell('result', 'b-1', 18_45, { approved: true, order: 1 });
    await tell('hold', 'b-1', 16_45, { order: 2 });
    const reference = referenceOf(own.id, 'b-1');
    const [facts] = await story('processor-purchase', reference);
    expect(facts).toMatchObject({
      purchase: 'b-1',
      reference,
      person: `holder:${card.holder?.id}`,
      account: card.account.accountNumber,
      card: `card:${card.id}`,
      ending: card.pan.slice(-4),
      shop: 'Harbour Bakery',
      mcc: '5814',
      channel: 'contactless',
      expiry: 'match',
      pin: 'absent',
      amount: '18.45',
      state: 'approved',
      held: '16.45',
      told: 'approved',
      toldAmount: '18.45',
      decidedBy: 'us',
      differed: '',
      unconfirmed: 'no',
    });
    const messages = await story('processor-messages', 'b-1');
    expect(messages.map(({ side, kind, amount, outcome }) => [side, kind, amount, outcome])).toEqual([
      ['asked', 'authorise', '18.45', 'approved'],
      ['told', 'decided', '18.45', 'confirmed'],
      ['told', 'holdSet', '16.45', 'done'],
    ]);
    expect(messages[0]?.['reply']).toBe('200 {"yes":true,"cents":1845}');
    expect(Number(messages[0]?.['usedMs'])).toBeGreaterThanOrEqual(0);
    const checks = await story('processor-checks', 'b-1');
    expect(checks.map(({ ask: place, result }) => [place, result])).toEqual(
      Array.from({ length: 10 }, () => [1, 'passed']),
    );
  });

  it('shows the check that declined it, and what the processor held all the same', async () => {
    const { story, ask, tell } = await givenPlace();
    await ask('b-2', 500_00);
    await tell('result', 'b-2', 500_00, { approved: true, by: 'standIn' });
    const checks = await story('processor-checks', 'b-2');
    expect(checks.at(-2)).toEqual({ ask: 1, check: 'rules', result: 'passed', reason: '' });
    expect(checks.at(-1)).toEqual({ ask: 1, check: 'money', result: 'failed', reason: 'noFunds' });
    expect((await story('processor-purchase', 'b-2'))[0]).toMatchObject({
      state: 'approved',
      held: '500.00',
      differed: 'theyApproved',
      decidedBy: 'standIn',
    });
    const [, told] = await story('processor-messages', 'b-2');
    expect(told).toMatchObject({ kind: 'decided', outcome: 'adopted', did: 'adviceOfDeclined' });
  });

  it('is shown without a card of ours, with the shop of its message and no card number', async () => {
    const { rows, story, tell } = await givenPlace();
    const pan = givenPan();
    await tell('cleared', 'b-3', 63_20, { card: 'card_of_no_one', shop: `Metro Fuel ${pan}` });
    const [facts] = await story('processor-purchase', 'b-3');
    expect(facts).toMatchObject({ card: '', state: '', reference: '', amount: '63.20' });
    expect(facts?.['shop']).toMatch(/^Metro Fuel \S+$/);
    const [trouble] = await rows('processor-trouble', { connection: 'Sample' });
    expect(trouble).toMatchObject({
      connection: 'Sample',
      purchase: 'b-3',
      kind: 'cleared',
      why: 'card',
      card: 'card_of_no_one',
      amount: '63.20',
      tries: 1,
    });
    expect(JSON.stringify([facts, trouble])).not.toContain(pan);
    expect((await rows('connections'))[0]).toMatchObject({ unmatched: 1 });
  });

  it('is found by the search of the desk, by either id and in its own programme alone', async () => {
    const { own, card, rows, ask } = await givenPlace();
    await ask('iauth_900001', 3_00);
    for (const text of ['iauth_900001', referenceOf(own.id, 'iauth_900001')]) {
      expect(await rows('search', { text })).toMatchObject([
        { person: `holder:${card.holder?.id}`, by: 'processorId', match: 'purchase at Harbour Bakery' },
      ]);
    }
    expect(await (await givenPlace()).rows('search', { text: 'iauth_900001' })).toEqual([]);
  });

  it('is refused by the field that names what is not known', async () => {
    const { own } = await givenPlace();
    const staff = await givenStaff(test.ctx, own.tenantId);
    const refusedAt = async (input: Readonly<Record<string, string>>) => {
      const { status, body } = await give(test, staff, 'processor-purchase', { input });
      return [status, body.error, body.field];
    };
    expect(await refusedAt({ connection: 'Other', purchase: 'b-9' })).toEqual([404, 'not_found', 'connection']);
    expect(await refusedAt({ connection: 'Sample', purchase: 'b-9' })).toEqual([404, 'not_found', 'purchase']);
    expect(await refusedAt({ connection: 'Sample', purchase: 'b 9' })).toEqual([400, 'input_invalid', 'purchase']);
  });
});

describe('the lists of a connection', () => {
  it('have the newest purchases first, with our answer and theirs', async () => {
    const { rows, ask, tell } = await givenPlace();
    await ask('l-1', 10_00);
    test.ctx.advance(1_000);
    await ask('l-2', 500_00);
    test.ctx.advance(1_000);
    await tell('result', 'l-1', 10_00, { approved: false });
    const shown = await rows('processor-purchases', { connection: 'Sample' });
    expect(
      shown.map(({ purchase, shop, amount, answered, told, differed, messages, waits }) => [
        purchase,
        shop,
        amount,
        answered,
        told,
        differed,
        messages,
        waits,
      ]),
    ).toEqual([
      ['l-1', 'Harbour Bakery', '10.00', 'approved', 'declined', 'theyDeclined', 2, 'no'],
      ['l-2', 'Harbour Bakery', '500.00', 'declined', '', '', 1, 'no'],
    ]);
  });

  it('say our answer to a purchase however much has come since, and show others behind one with many messages', async () => {
    const { own, rows, ask, tell } = await givenPlace();
    await ask('m-1', 10_00);
    await ask('m-2', 20_00);
    // More than are looked through at a time.
    await test.ctx.asOwner(
      `INSERT INTO processor_event (tenant_id, connection_id, key, delivery_id, of, kind, content_hash, at)
       SELECT tenant_id, connection_id, 'more ' || n, delivery_id, of, 'expired', content_hash, at
         FROM processor_event, generate_series(1, 250) n WHERE connection_id = $1 AND of = 'm-2'`,
      [own.id],
    );
    test.ctx.advance(1_000);
    await tell('cleared', 'm-1', 10_00);
    const shown = await rows('processor-purchases', { connection: 'Sample' });
    expect(shown.map(({ purchase, answered, messages }) => [purchase, answered, messages])).toEqual([
      ['m-1', 'approved', 2],
      ['m-2', 'approved', 251],
    ]);
  });

  it('count each unknown word', async () => {
    const { rows, ask } = await givenPlace();
    await ask('w-1', 1_00, { way: 'wave' });
    await ask('w-2', 1_00, { way: 'wave' });
    await ask('w-3', 1_00, { way: 'wink' });
    const shown = await rows('processor-words', { connection: 'Sample' });
    expect(shown.map(({ field, word, times }) => [field, word, times]).toSorted()).toEqual([
      ['way', 'wave', 2],
      ['way', 'wink', 1],
    ]);
  });

  it('have an event that was tried for nine days, which no one tries again', async () => {
    const { own, rows, tell } = await givenPlace();
    await tell('cleared', 't-2', 1_00, { card: 'card_of_no_one' });
    await test.ctx.asOwner(
      "UPDATE processor_waiting SET why = 'fault', tries = 13, next_at = NULL WHERE connection_id = $1",
      [own.id],
    );
    await carryOutDue(test.ctx);
    expect(await rows('processor-trouble')).toMatchObject([{ purchase: 't-2', why: 'fault', tries: 13, next: '' }]);
  });

  it('have an approval that nothing confirmed', async () => {
    const { own, rows, story, ask } = await givenPlace();
    await ask('u-1', 7_00);
    await test.ctx.asOwner('UPDATE processor_purchase SET is_case = true WHERE connection_id = $1', [own.id]);
    expect(await rows('processor-trouble')).toMatchObject([{ purchase: 'u-1', why: 'unconfirmed', amount: '7.00' }]);
    expect((await story('processor-purchase', 'u-1'))[0]).toMatchObject({ unconfirmed: 'yes', told: '' });
  });

  it('have the secrets with the day on which each is due', async () => {
    const { rows } = await givenPlace();
    test.ctx.advance(351 * 86_400_000);
    const shown = await rows('connection-secrets', { connection: 'Sample' });
    expect(shown.map(({ purpose, name, newest, days, daysLeft }) => [purpose, name, newest, days, daysLeft])).toEqual([
      ['asks', 'ASKS', 'yes', 351, 14],
      ['events', 'EVENTS', 'yes', 351, 14],
      ['api', 'API', 'yes', 351, 14],
    ]);
  });

  it('have the time used by kind, and how many approvals came too late', async () => {
    const { rows, ask, tell } = await givenPlace();
    await ask('k-1', 5_00);
    await ask('k-2', 6_00, { type: 'more', id: 'more k-1', purchase: 'k-1' });
    await tell('result', 'k-1', 5_00, { approved: false, by: 'timeout' });
    const times = await rows('connection-times', { connection: 'Sample' });
    expect(
      times.map(({ kind, asked, approved, declined, silent }) => [kind, asked, approved, declined, silent]),
    ).toEqual([
      ['authorise', 1, 1, 0, 0],
      ['increment', 1, 1, 0, 0],
    ]);
    for (const { p50, p99 } of times) expect([Number(p50) > 0, Number(p50) <= Number(p99)]).toEqual([true, true]);
    expect((await rows('connections'))[0]).toMatchObject({
      late: 1,
      lastLate: expect.stringMatching(/^\d{4}-/),
      deadlineMs: 30_000,
      answerByMs: 29_500,
    });
  });
});
