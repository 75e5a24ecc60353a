import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../../test-support/factories.ts';
import { type CardsOfProcessor, givenCardsOfProcessor } from '../../../../test-support/processors/given-cards.ts';
import { givenFurtherConnection } from '../../../../test-support/processors/given-connection.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { postMoney } from '../../../../test-support/transfers.ts';
import { processorFigures } from '../figures.ts';
import { compareCards } from './compare-cards.due.ts';
import { collectNewCards } from './make-cards.due.ts';
import { collectStates } from './tell-states.due.ts';

let test: TestApp;
let cards: CardsOfProcessor['cards'];
let connection: CardsOfProcessor['connection'];
let runDue: CardsOfProcessor['runDue'];
let inUse: CardsOfProcessor['inUse'];

beforeAll(async () => {
  test = await givenApp();
});
beforeEach(async () => {
  ({ cards, connection, runDue, inUse } = await givenCardsOfProcessor(test));
});
afterAll(() => test.close());

const referenceOf = ({ reference }: Awaited<ReturnType<CardsOfProcessor['inUse']>>['card']) => ({ Card: reference });

describe('the states of cards at a processor', () => {
  async function compare(): Promise<void> {
    if (!('outside' in compareCards)) throw new Error('cards are compared outside of a transaction');
    test.ctx.setSecurityTime(test.ctx.clocks.security.now() + 86_400_000);
    const given = { tenantId: connection.tenantId, plannedAt: 0, atOnce: 1, signal: new AbortController().signal };
    await test.ctx.database.transact(connection.tenantId, await compareCards.outside(test.ctx, given));
  }
  const differing = async () => {
    const viewer = await givenStaff(test.ctx, connection.tenantId, { role: 'viewer' });
    return (await give(test, viewer, 'differing-cards')).body.rows ?? [];
  };

  it('are compared each day: what differs, is missing or is not known here is listed, and goes when it is mended', async () => {
    const [off, gone, same] = [await inUse(), await inUse(), await inUse()];
    const change = (id: string, state: 'on' | 'off') => cards.setState({ key: 'theirs', id }, state);
    await change(off.external, 'off');
    cards.all.delete(gone.external);
    const stranger = await cards.make({ key: 'nobody', isVirtual: true });
    const id = stranger.kind === 'done' ? stranger.value.id : '';
    await compare();
    const rows = await differing();
    expect(rows.map((row) => [row['id'], row['ours'], row['theirs']]).toSorted()).toEqual(
      [
        [off.external, 'on', 'off'],
        [gone.external, 'on', 'missing'],
        [id, '', 'off'],
      ].toSorted(),
    );
    await change(off.external, 'on');
    cards.all.delete(id);
    await compare();
    expect((await differing()).map((row) => row['id'])).toEqual([gone.external]);
    expect(same.external).not.toBe(gone.external);
  });

  it('are compared at each connection, whatever another one answers', async () => {
    const { external } = await inUse();
    const further = await givenFurtherConnection(test, connection);
    await test.ctx.asOwner('UPDATE processor_card SET connection_id = $2 WHERE external_id = $1', [external, further]);
    cards.all.delete(external);
    const list = cards.list.bind(cards);
    let asked = 0;
    cards.list = async (next) => {
      asked += 1;
      if (asked === 1) throw new Error('the first connection');
      return list(next);
    };
    await expect(compare()).rejects.toThrow('the first connection');
    expect(await differing()).toMatchObject([{ id: external, theirs: 'missing' }]);
  });

  it('are sent again where the desk says so', async () => {
    const { card, external } = await inUse();
    await cards.setState({ key: 'theirs', id: external }, 'off');
    await compare();
    cards.told.length = 0;
    const agent = await givenStaff(test.ctx, connection.tenantId);
    const send = () => give(test, agent, 'send-card-state', { input: { card: `card:${card.id}` } });
    expect((await send()).body.rows).toEqual([{ card: `card:${card.id}` }]);
    await runDue();
    expect(cards.told).toMatchObject([{ id: external, state: 'on' }]);
    expect(await differing()).toEqual([]);
    expect((await send()).body).toMatchObject({ error: 'nothing_to_do' });
  });

  it('stay listed while a lost card is on at the processor, whatever is compared', async () => {
    const { card, headers, external } = await inUse();
    const carriesOut = cards.setState.bind(cards);
    cards.setState = async () => ({ kind: 'refused', code: 'http_400' });
    await postApi(test, 'card/lost', headers, referenceOf(card));
    await runDue();
    cards.setState = carriesOut;
    expect(await differing()).toMatchObject([{ id: external, ours: 'closed', theirs: 'http_400' }]);
    await compare();
    expect(await differing()).toMatchObject([{ id: external, ours: 'closed', theirs: 'on' }]);
    const agent = await givenStaff(test.ctx, connection.tenantId);
    await give(test, agent, 'send-card-state', { input: { card: `card:${card.id}` } });
    await runDue();
    expect(cards.told).toMatchObject([{ id: external, state: 'closed', because: 'lost' }]);
    expect(await differing()).toEqual([]);
  });

  it('are sent when a connection is on again, in the order in which they changed', async () => {
    const { card, headers, external } = await inUse();
    const switched = async (isOn: boolean) => {
      await test.ctx.asOwner('UPDATE processor_connection SET is_on = $2 WHERE id = $1', [connection.id, isOn]);
      await test.ctx.processors.refresh();
    };
    await switched(false);
    await postApi(test, 'card/turnCardOff', headers, referenceOf(card));
    await runDue();
    await postApi(test, 'card/lost', headers, referenceOf(card));
    await switched(true);
    test.ctx.setSecurityTime(test.ctx.clocks.security.now() + 120_000);
    await runDue();
    expect(cards.told).toMatchObject([
      { id: external, state: 'off' },
      { id: external, state: 'closed', because: 'lost' },
    ]);
  });

  it('are listed where none can be made because the connection is off, until it is on again', async () => {
    const { card, headers } = await inUse();
    const switched = async (isOn: boolean) => {
      await test.ctx.asOwner('UPDATE processor_connection SET is_on = $2 WHERE id = $1', [connection.id, isOn]);
      await test.ctx.processors.refresh();
    };
    const raised = async () => {
      const text = await processorFigures.getSingleMetricAsString('wattle_processor_alerts_total');
      return Number(/processor="sample",alert="unreached"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const before = await raised();
    await switched(false);
    await postMoney(test, 'card/orderAdditionalCard', headers, { memberNumber: card.account.accountNumber });
    await runDue();
    const waiting = { id: '', ours: 'off', theirs: 'not reached' };
    expect(await differing()).toMatchObject([waiting]);
    test.ctx.setSecurityTime(test.ctx.clocks.security.now() + 120_000);
    await runDue();
    expect([await differing(), await raised()]).toMatchObject([[waiting], before + 1]);
    await switched(true);
    test.ctx.setSecurityTime(test.ctx.clocks.security.now() + 120_000);
    await runDue();
    expect([cards.asked.length, await differing()]).toEqual([1, []]);
  });

  it('are collected every few seconds of a programme with a connection, and every ten of another', async () => {
    const { id: other } = await givenTenant(test.ctx);
    const outcomeOf = (tenantId: number) =>
      test.ctx.database.transact(tenantId, async (tx) =>
        Promise.all(
          [collectNewCards, collectStates].map((job) => {
            if (!('inTransaction' in job)) throw new Error('cards are collected in a transaction');
            return job.inTransaction(test.ctx, tx, { tenantId, plannedAt: 0, atOnce: 1 });
          }),
        ),
      );
    const later = { againAt: test.ctx.clocks.security.now() + 10_000 };
    expect([await outcomeOf(connection.tenantId), await outcomeOf(other)]).toEqual([
      ['done', 'done'],
      [later, later],
    ]);
  });

  it('are not missing while the processor makes the plastic', async () => {
    const { external } = await inUse();
    const made = cards.all.get(external);
    if (!made) throw new Error('no card');
    cards.all.set(external, { ...made, state: 'beingMade' });
    await compare();
    expect(await differing()).toEqual([]);
  });

  it('are listed where the processor refuses a command', async () => {
    const { card, headers, external } = await inUse();
    await cards.setState({ key: 'theirs', id: external }, 'closed');
    await postApi(test, 'card/turnCardOff', headers, referenceOf(card));
    await runDue();
    expect(await differing()).toMatchObject([{ id: external, ours: 'off', theirs: 'card_closed' }]);
  });

  it.each(['on', 'beingMade'] as const)(
    'are listed where the processor takes a command and answers %s',
    async (state) => {
      const { card, headers, external } = await inUse();
      const carriesOut = cards.setState.bind(cards);
      cards.setState = async ({ id }) => ({ kind: 'done', value: { id, last4: '0017', expiry: '2030-04', state } });
      await postApi(test, 'card/lost', headers, referenceOf(card));
      await runDue();
      expect(await differing()).toMatchObject([{ id: external, ours: 'closed', theirs: state }]);
      cards.setState = carriesOut;
      const agent = await givenStaff(test.ctx, connection.tenantId);
      await give(test, agent, 'send-card-state', { input: { card: `card:${card.id}` } });
      await runDue();
      expect(cards.told).toMatchObject([{ id: external, state: 'closed', because: 'lost' }]);
      expect(await differing()).toEqual([]);
    },
  );
});
