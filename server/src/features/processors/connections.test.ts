import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { giveSecrets } from '../../../test-support/desk/programme-samples.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { givenConnection, knowSample } from '../../../test-support/processors/given-connection.ts';
import { sampleProcessor } from '../../../test-support/processors/sample/sample.ts';
import { checkConnections } from './connections.ts';
import { roadOf } from './road.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
  knowSample(test, sampleProcessor());
});
afterAll(() => test.close());

async function givenDesk(tenantId: number) {
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  return {
    /** Asked by one member of staff and approved by another. */
    async byTwo(command: string, input: Readonly<Record<string, string | boolean>>) {
      const asked = await give(test, asker, command, { input, reason: 'as the contract says' });
      const request = asked.body.request?.id;
      if (request === undefined) return asked;
      const done = await give(test, manager, 'approve', { input: { request } });
      await test.ctx.processors.refresh();
      return done;
    },
    rows: async () => (await give(test, asker, 'connections', { input: {} })).body.rows,
  };
}

const NEW = { name: 'Cards', processor: 'sample', apiVersion: '1', asksKey: 'ASKS', eventsKey: 'EVENTS' };

describe('a connection', () => {
  it.each([
    ['a processor that is none', { processor: 'other' }, 'processor', 'processor_unknown'],
    ['another billing currency', { currency: 'USD' }, 'currency', 'currency_refused'],
    ['no API version where its answers need one', { apiVersion: undefined }, 'apiVersion', 'processor_needs'],
    ['no secret', { eventsKey: undefined }, 'eventsKey', 'processor_needs'],
    ['a secret that the environment does not have', { asksKey: 'MISSING' }, 'asksKey', 'secret_missing'],
    [
      'an address of an API where the processor has none',
      { processor: 'wattle', url: 'https://api.example' },
      'url',
      'processor_without_api',
    ],
  ])('is refused with %s', async (_, change, field, error) => {
    const { id } = await givenTenant(test.ctx);
    giveSecrets(test.ctx, id, { ASKS: 'one', EVENTS: 'two' });
    const desk = await givenDesk(id);
    const input = Object.fromEntries(Object.entries({ ...NEW, ...change }).filter(([, value]) => value !== undefined));
    const answer = await desk.byTwo('add-connection', input as Record<string, string>);
    expect([answer.status, answer.body.error, answer.body.field]).toEqual([400, error, field]);
    expect(await desk.rows()).toEqual([]);
  });

  it('is refused with a secret of another connection, whose deliveries would be taken twice', async () => {
    const { id } = await givenTenant(test.ctx);
    giveSecrets(test.ctx, id, { ASKS: 'one', EVENTS: 'two', NEXT: 'three' });
    const desk = await givenDesk(id);
    await desk.byTwo('add-connection', NEW);
    const answer = await desk.byTwo('add-connection', { ...NEW, name: 'Others', asksKey: 'NEXT' });
    expect([answer.status, answer.body.error, answer.body.field]).toEqual([400, 'secret_shared', 'eventsKey']);
    expect(await desk.rows()).toHaveLength(1);
  });

  it('keeps the secret before the newest until it is dropped', async () => {
    const { id } = await givenTenant(test.ctx);
    giveSecrets(test.ctx, id, { ASKS: 'one', EVENTS: 'two', NEXT: 'three' });
    await (await givenDesk(id)).byTwo('add-connection', NEW);
    test.ctx.advance(3 * 86_400_000);
    // The sessions of before have ended.
    const desk = await givenDesk(id);
    await desk.byTwo('change-connection', { connection: 'Cards', asksKey: 'NEXT' });
    expect(await desk.rows()).toMatchObject([{ secretDays: 'asks NEXT 0, asks ASKS 3, events EVENTS 3' }]);
    await desk.byTwo('change-connection', { connection: 'Cards', dropOldKeys: true });
    expect(await desk.rows()).toMatchObject([{ secretDays: 'asks NEXT 0, events EVENTS 3' }]);
  });

  it('shows its approver each setting that would change', async () => {
    const { id } = await givenTenant(test.ctx);
    giveSecrets(test.ctx, id, { ASKS: 'one', EVENTS: 'two', NEXT: 'three' });
    const [asker, manager] = [await givenStaff(test.ctx, id), await givenStaff(test.ctx, id)];
    const effectOf = async (command: string, input: Readonly<Record<string, string>>) => {
      const asked = await give(test, asker, command, { input, reason: 'as the contract says' });
      const request = asked.body.request?.id ?? '';
      const { rows = [] } = (await give(test, manager, 'request-effect', { input: { request } })).body;
      await give(test, manager, 'approve', { input: { request } });
      return rows.map(({ what, before, after }) => [what, before, after]);
    };
    expect(await effectOf('add-connection', NEW)).toEqual([
      ['Connection Cards', 'none', 'on, sample'],
      ['Billing currency', 'none', 'AUD'],
      ['API version', 'none', '1'],
      ['Amounts of increments', 'none', 'differences'],
      ['Without a decision', 'none', 'decline'],
      ['Secret for purchases', 'none', 'ASKS'],
      ['Secret for told events', 'none', 'EVENTS'],
    ]);
    expect(await effectOf('change-connection', { connection: 'Cards', asksKey: 'NEXT' })).toEqual([
      ['Secret for purchases', 'ASKS', 'NEXT and before ASKS'],
    ]);
    expect(await effectOf('switch-connection', { connection: 'Cards', state: 'off' })).toEqual([
      ['Connection Cards', 'on', 'off'],
    ]);
  });

  it('that is on and cannot work stops the start, and one that is off does not', async () => {
    const own = await givenConnection(test, { currency: 'USD', apiVersion: undefined });
    const check = () => checkConnections(test.ctx.config, test.ctx.processors);
    expect(check).toThrow('it bills in USD, and accounts are in AUD');
    expect(check).toThrow('sample needs the API version of its endpoint');
    await test.ctx.asOwner('UPDATE processor_connection SET is_on = false WHERE id = $1', [own.id]);
    await test.ctx.processors.refresh();
    expect(check).not.toThrow();
  });

  it('has the figures of its last 24 hours', async () => {
    const own = await givenConnection(test);
    const card = await own.card();
    const ask = { type: 'ask', card: card.external, shop: 'Bakery' };
    await own.send('asks', { ...ask, id: 'f-1', purchase: 'f-1', cents: 10_00 });
    await own.send('asks', { ...ask, id: 'f-2', purchase: 'f-2', cents: 500_00 });
    await roadOf(test.ctx).settled();
    await own.send('events', { ...ask, type: 'result', id: 'f-3', purchase: 'f-1', cents: 10_00, approved: false });
    await own.send('events', { ...ask, type: 'cleared', id: 'f-4', purchase: 'f-4', card: 'unknown', cents: 1 });
    await own.send('events', { ...ask, type: 'riddle', id: 'f-5' });
    const desk = await givenDesk(own.tenantId);
    const [row] = (await desk.rows()) ?? [];
    expect(row).toMatchObject({
      asked: 2,
      approved: 1,
      declined: 1,
      silent: 0,
      adopted: 1,
      unmatched: 1,
      cases: 0,
      notUnderstood: 1,
      unknownWords: 1,
    });
    expect(row?.['usedMs']).toMatch(/^authorise \d+\/\d+$/);
  });
});
