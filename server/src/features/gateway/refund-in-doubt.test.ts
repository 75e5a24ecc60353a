import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, type TestBrand } from '../../../test-support/factories.ts';
import { sendNotice, takeNoticesNow } from '../../../test-support/outside/gateway.ts';
import { askedRefund } from '../../../test-support/outside/gateway-asked.ts';
import {
  giveBackBy as sendRefunds,
  givenUnsettledRefund,
  sandboxGatewayOf,
} from '../../../test-support/outside/unsettled-refund.ts';
import type { OutsideOutcome } from '../../outside/outcome.ts';
import type { PaymentGateway } from '../../outside/gateway/port.ts';
import { gatewayFigures, refreshGatewayFigures } from './figures.ts';

const HOUR_MS = 3_600_000;

let test: TestApp;
let brand: TestBrand;
beforeEach(async () => {
  test = await givenApp();
  brand = await givenBrand(test.ctx);
});
afterEach(() => test.close());

const gatewayOf = () => sandboxGatewayOf(test);
const givenRefund = () => givenUnsettledRefund(test, brand);
const giveBackBy = (changed: Partial<PaymentGateway>) => sendRefunds(test, brand, changed);

/** Both clocks: the gateway forgets keys by the business clock. */
function advance(ms: number): void {
  test.ctx.setBusinessTime(new Date(test.ctx.clocks.business.now() + ms).toISOString());
  test.ctx.advance(ms);
}

const refunds = () =>
  test.ctx.asOwner<{ state: string; attempt: number }>('SELECT state, attempt FROM gateway_refund ORDER BY asked_at');

/** Refuses a cent where the gateway has refunded the whole charge of 50.00, and refunds it where something is left. */
async function remainderOf(reference: string): Promise<string> {
  const asked = askedRefund({ key: `probe.${randomUUID()}`, chargeId: `ch.${reference}`, amount: 1n });
  const probe = await gatewayOf().refund(asked);
  return probe.kind === 'refused' ? probe.code : probe.kind;
}

const LOST: OutsideOutcome<never> = { kind: 'unknown', code: 'timeout' };

it('a refund whose answer was lost is found a day later, and not made twice', async () => {
  const reference = await givenRefund();
  const sent: string[] = [];
  const refund: PaymentGateway['refund'] = async (asked) => {
    sent.push(asked.key);
    await gatewayOf().refund({ ...asked, amount: asked.amount / 2n });
    return LOST;
  };
  await giveBackBy({ refund });
  expect(await refunds()).toEqual([{ state: 'Asked', attempt: 1 }]);
  advance(25 * HOUR_MS);
  await giveBackBy({ refund });
  expect(sent).toEqual([`${brand.tenantId}.unsettled.ch.${reference}.1`]);
  expect(await refunds()).toEqual([{ state: 'Done', attempt: 1 }]);
  expect(await remainderOf(reference)).toBe('done');
});

it('a refund is looked for even if the server ended before it heard the answer', async () => {
  const reference = await givenRefund();
  const dies = giveBackBy({
    refund: async (asked) => {
      await gatewayOf().refund(asked);
      throw new Error('the server ends here');
    },
  });
  await expect(dies).rejects.toThrow('the server ends here');
  advance(25 * HOUR_MS);
  await giveBackBy({ refund: () => Promise.reject(new Error('it was sent again')) });
  expect(await refunds()).toEqual([{ state: 'Done', attempt: 1 }]);
  expect(await remainderOf(reference)).toBe('above_charge');
});

it('a refund that may have been made is not sent while the gateway cannot say', async () => {
  await givenRefund();
  await giveBackBy({ refund: async () => LOST });
  for (let day = 0; day < 3; day += 1) {
    advance(25 * HOUR_MS);
    await giveBackBy({ findRefund: async () => LOST, refund: () => Promise.reject(new Error('it was sent again')) });
    expect(await refunds()).toEqual([{ state: 'Asked', attempt: 1 }]);
  }
  // It never arrived.
  advance(25 * HOUR_MS);
  await giveBackBy({});
  expect(await refunds()).toEqual([{ state: 'Done', attempt: 1 }]);
});

it('a refund that the gateway has accepted is never sent again', async () => {
  await givenRefund();
  await giveBackBy({ refund: async () => ({ kind: 'pending' }) });
  const refund = () => Promise.reject(new Error('it was sent again'));
  advance(25 * HOUR_MS);
  await giveBackBy({ refund });
  expect(await refunds()).toEqual([{ state: 'Pending', attempt: 1 }]);
  advance(25 * HOUR_MS);
  await giveBackBy({ refund, findRefund: async () => ({ kind: 'done', value: 'failed' }) });
  expect(await refunds()).toEqual([{ state: 'Failed', attempt: 1 }]);
});

it('a refund is not made again where the database was restored to before it', async () => {
  const reference = await givenRefund();
  await giveBackBy({});
  // As a database that was restored to before the call has it.
  await test.ctx.asOwner("UPDATE gateway_refund SET state = 'Asked', settled_at = NULL, next_at = '2020-01-01'");
  advance(25 * HOUR_MS);
  await giveBackBy({ refund: () => Promise.reject(new Error('it was sent again')) });
  expect(await refunds()).toEqual([{ state: 'Done', attempt: 1 }]);
  expect(await remainderOf(reference)).toBe('above_charge');
});

it('a refund that was accepted and that the gateway does not have is shown to a person after three days', async () => {
  await givenRefund();
  await giveBackBy({ refund: async () => ({ kind: 'pending' }) });
  const isGone: Partial<PaymentGateway> = {
    findRefund: async () => ({ kind: 'done', value: null }),
    refund: () => Promise.reject(new Error('it was sent again')),
  };
  advance(35 * HOUR_MS);
  await giveBackBy(isGone);
  expect(await refunds()).toEqual([{ state: 'Pending', attempt: 1 }]);
  advance(40 * HOUR_MS);
  await giveBackBy(isGone);
  expect(await refunds()).toEqual([{ state: 'Failed', attempt: 1 }]);
});

it('a refund that is found to have come back is taken in by due work, although its notice was lost', async () => {
  await givenRefund();
  await giveBackBy({ refund: async () => LOST });
  advance(25 * HOUR_MS);
  await giveBackBy({
    findRefund: async () => ({ kind: 'done', value: 'returned' }),
    refund: () => Promise.reject(new Error('it was sent again')),
  });
  expect(await refunds()).toEqual([{ state: 'Done', attempt: 1 }]);
  await takeNoticesNow(test);
  // What is owed is another refund.
  expect((await refunds()).map(({ state }) => state).toSorted()).toEqual(['CameBack', 'Failed']);
});

describe('a refund whose outcome stays unknown', () => {
  const listed = async () => {
    const { body } = await give(test, await givenStaff(test.ctx, brand.tenantId), 'gateway-refunds');
    return (body.rows ?? []).map(({ state, next }) => [state, next]);
  };
  /** Such refunds of all programmes, as /metrics shows them. */
  const counted = async () => {
    await refreshGatewayFigures(test.ctx);
    const text = await gatewayFigures.getSingleMetricAsString('wattle_gateway_refunds');
    return Number(/state="unsure"} (\d+)/.exec(text)?.[1]);
  };
  const UNSURE = [
    'unsure',
    'look it up at the gateway by its charge, then settle-refund; it is sent only where the gateway has none',
  ];
  const silent: Partial<PaymentGateway> = {
    findRefund: async () => LOST,
    refund: () => Promise.reject(new Error('it was sent again')),
  };

  it.each(['asked', 'pending'] as const)('is shown to a person 72 hours after it was %s', async (answer) => {
    await givenRefund();
    const others = await counted();
    await giveBackBy({ refund: async () => (answer === 'pending' ? { kind: 'pending' } : LOST) });
    advance(72 * HOUR_MS - 1000);
    await giveBackBy(silent);
    expect([await listed(), (await counted()) - others]).toEqual([[], 0]);
    advance(2000);
    expect([await listed(), (await counted()) - others]).toEqual([[UNSURE], 1]);
    advance(48 * HOUR_MS);
    await giveBackBy(silent);
    expect([await listed(), (await counted()) - others]).toEqual([[UNSURE], 1]);
    // The gateway says what became of it.
    advance(HOUR_MS * 24);
    await giveBackBy({ ...silent, findRefund: async () => ({ kind: 'done', value: 'done' }) });
    expect([await listed(), (await counted()) - others]).toEqual([[], 0]);
  });

  it('counts from the attempt that was sent, and a refused one is said to be that', async () => {
    await givenRefund();
    await giveBackBy({ refund: async () => ({ kind: 'refused', code: 'above_charge' }) });
    advance(100 * HOUR_MS);
    expect(await listed()).toEqual([['refused', 'refund-again, or pay-refund to a bank account']]);
    const [{ key } = { key: '' }] = await test.ctx.asOwner<{ key: string }>('SELECT key FROM gateway_refund');
    const agent = await givenStaff(test.ctx, brand.tenantId);
    await give(test, agent, 'refund-again', { input: { refund: key } });
    await giveBackBy({ refund: async () => LOST });
    expect(await listed()).toEqual([]);
    advance(73 * HOUR_MS);
    expect(await listed()).toEqual([UNSURE]);
  });

  describe('and is settled by two people', () => {
    /** As the asker sees it after the approval. */
    async function settle(outcome: 'made' | 'notMade') {
      const { tenantId } = brand;
      const [agent, manager] = [
        await givenStaff(test.ctx, tenantId, { role: 'agent' }),
        await givenStaff(test.ctx, tenantId),
      ];
      const [{ key } = { key: '' }] = await test.ctx.asOwner<{ key: string }>('SELECT key FROM gateway_refund');
      const given = { input: { refund: key, outcome }, reason: 'looked up at the gateway' };
      const asked = await give(test, agent, 'settle-refund', given);
      if (!asked.body.request) return asked.body;
      expect((await give(test, agent, 'approve', { input: { request: asked.body.request.id } })).status).not.toBe(200);
      return (await give(test, manager, 'approve', { input: { request: asked.body.request.id } })).body;
    }
    const again = async () => {
      const [{ key } = { key: '' }] = await test.ctx.asOwner<{ key: string }>('SELECT key FROM gateway_refund');
      const agent = await givenStaff(test.ctx, brand.tenantId);
      return (await give(test, agent, 'refund-again', { input: { refund: key } })).body;
    };
    const REFUSED = ['refused', 'refund-again, or pay-refund to a bank account'];
    /** It was sent, no answer came, and 73 hours have passed. */
    async function givenUnsure() {
      const reference = await givenRefund();
      const refund = async (asked: Parameters<PaymentGateway['refund']>[0]) => {
        await gatewayOf().refund(asked);
        return LOST;
      };
      await giveBackBy({ refund });
      advance(73 * HOUR_MS);
      return reference;
    }

    it('as made: it is over, and fails later as any other', async () => {
      const reference = await givenUnsure();
      expect(await settle('made')).toMatchObject({ rows: [{ state: 'Done' }] });
      expect([await listed(), await refunds()]).toEqual([[], [{ state: 'Done', attempt: 1 }]]);
      await giveBackBy(silent);
      const refund = `${brand.tenantId}.unsettled.ch.${reference}.1`;
      await sendNotice(test, 'later', 'refund.returned', { refund });
      await takeNoticesNow(test);
      expect((await refunds()).map(({ state }) => state).toSorted()).toEqual(['CameBack', 'Failed']);
    });

    it('as not made: it is owed, and not sent before a person asks for it', async () => {
      await givenUnsure();
      expect(await settle('notMade')).toMatchObject({ rows: [{ state: 'Failed' }] });
      expect(await listed()).toEqual([REFUSED]);
      await giveBackBy(silent);
      expect(await refunds()).toEqual([{ state: 'Failed', attempt: 1 }]);
      expect(await again()).toMatchObject({ rows: [{ state: 'Asked' }] });
      expect(await refunds()).toEqual([{ state: 'Asked', attempt: 2 }]);
    });

    it('as not made, and counts as made where the gateway says so before it is asked for again', async () => {
      const reference = await givenUnsure();
      await settle('notMade');
      await sendNotice(test, 'late', 'refund.done', { refund: `${brand.tenantId}.unsettled.ch.${reference}.1` });
      await takeNoticesNow(test);
      expect([await listed(), await refunds()]).toEqual([[], [{ state: 'Done', attempt: 1 }]]);
      expect(await again()).toMatchObject({ error: 'not_found' });
    });

    it('as not made while it is about to be sent, which it then is not', async () => {
      await givenUnsure();
      await giveBackBy({
        async findRefund() {
          await settle('notMade');
          return { kind: 'done', value: null };
        },
        refund: () => Promise.reject(new Error('it was sent')),
      });
      expect(await refunds()).toEqual([{ state: 'Failed', attempt: 1 }]);
    });

    it('only where it is unsure, and still is when it is approved', async () => {
      await givenRefund();
      await giveBackBy({ refund: async () => LOST });
      advance(72 * HOUR_MS - 1000);
      expect(await settle('notMade')).toMatchObject({ error: 'not_found' });
      advance(2000);
      await settle('made');
      expect(await settle('notMade')).toMatchObject({ error: 'not_found' });
    });
  });

  it('is shown although it could never be sent', async () => {
    await givenRefund();
    await giveBackBy(silent);
    advance(73 * HOUR_MS);
    await giveBackBy(silent);
    expect(await listed()).toEqual([UNSURE]);
  });
});
