import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, type TestBrand } from '../../../test-support/factories.ts';
import { sealAll } from '../../../test-support/ledger/sealed.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { sendNotice, takeNoticesNow } from '../../../test-support/outside/gateway.ts';
import { giveBackBy, givenUnsettledRefund, sandboxGatewayOf } from '../../../test-support/outside/unsettled-refund.ts';
import { ACCOUNT_CHAIN } from '../../ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../../ledger/ledger-chain.ts';
import type { OutsideOutcome } from '../../outside/outcome.ts';
import { AUDIT_CHAIN } from '../../platform/sealed-log/audit-chain.ts';

const HOUR_MS = 3_600_000;
const LOST: OutsideOutcome<never> = { kind: 'unknown', code: 'timeout' };

let test: TestApp;
let brand: TestBrand;
let reference: string;
beforeEach(async () => {
  test = await givenApp();
  brand = await givenBrand(test.ctx);
  reference = await givenUnsettledRefund(test, brand);
});
afterEach(async () => {
  for (const chain of [ACCOUNT_CHAIN, LEDGER_CHAIN, AUDIT_CHAIN]) await sealAll(test.ctx, {}, chain);
  expect(await brokenIn(test.ctx)).toEqual([]);
  await test.close();
});

let told = 0;
/** The gateway says something of the charge of 50.00, or of its refund. */
async function tell(type: string, more: object = {}): Promise<void> {
  const data = { reference, chargeId: `ch.${reference}`, ...more };
  await sendNotice(test, `won-refund-${(told += 1)}`, type, data);
  await takeNoticesNow(test);
}
const refundDone = () => tell('refund.done', { refund: `${brand.tenantId}.unsettled.ch.${reference}.1` });

const refund = async () =>
  (await test.ctx.asOwner<{ state: string; attempt: number }>('SELECT state, attempt FROM gateway_refund'))[0];
const refundAgain = async () => {
  const input = { refund: `unsettled.ch.${reference}` };
  return (await give(test, await givenStaff(test.ctx, brand.tenantId), 'refund-again', { input })).body;
};

/** Cents of the programme's own accounts that the gateway has moved. */
async function books() {
  const rows = await test.ctx.asOwner<{ kind: string; balance: string }>(
    `SELECT kind, balance::text FROM ledger_account
      WHERE tenant_id = $1 AND kind IN ('gateway', 'losses') ORDER BY kind`,
    [brand.tenantId],
  );
  return rows.map(({ kind, balance }) => `${kind} ${balance}`);
}

/** It is made, and no answer to it comes. */
const sendUnheard = () =>
  giveBackBy(test, brand, {
    refund: async (asked) => {
      await sandboxGatewayOf(test).refund(asked);
      return LOST;
    },
  });
const neverSent = () => Promise.reject(new Error('it was sent again'));

function advance(ms: number): void {
  test.ctx.setBusinessTime(new Date(test.ctx.clocks.business.now() + ms).toISOString());
  test.ctx.advance(ms);
}

describe('a refund that was sent before a chargeback stopped it', () => {
  it('and is lost, is lost no more once the dispute is won, whichever dispute it is', async () => {
    await sendUnheard();
    await tell('charge.disputed', { dispute: 'one' });
    await refundDone();
    // By hand, what the gateway has of us: a charge of 50.00 came, a refund and a chargeback of 50.00 left.
    expect([await refund(), await books()]).toEqual([{ state: 'Done', attempt: 1 }, ['gateway 5000', 'losses -5000']]);
    await tell('charge.disputeWon', { dispute: 'one' });
    // The chargeback came back.
    expect(await books()).toEqual(['gateway 0', 'losses 0']);
    await tell('charge.disputed', { dispute: 'two' });
    expect(await books()).toEqual(['gateway 5000', 'losses -5000']);
    await tell('charge.disputeWon', { dispute: 'two' });
    expect(await books()).toEqual(['gateway 0', 'losses 0']);
  });

  it('is asked about once the dispute is won, and not made twice', async () => {
    await sendUnheard();
    await tell('charge.disputed');
    expect(await refund()).toMatchObject({ state: 'Stopped' });
    await tell('charge.disputeWon');
    expect(await refund()).toEqual({ state: 'Pending', attempt: 1 });
    expect(await refundAgain()).toMatchObject({ error: 'not_found' });
    await giveBackBy(test, brand, { refund: neverSent });
    expect([await refund(), await books()]).toEqual([{ state: 'Done', attempt: 1 }, ['gateway 0', 'losses 0']]);
  });

  it('is taken as made where the gateway says so after the win', async () => {
    await sendUnheard();
    await tell('charge.disputed');
    await tell('charge.disputeWon');
    await refundDone();
    expect([await refund(), await books()]).toEqual([{ state: 'Done', attempt: 1 }, ['gateway 0', 'losses 0']]);
  });

  it('is the desk’s where the gateway does not have it three days later', async () => {
    await giveBackBy(test, brand, { refund: async () => LOST });
    await tell('charge.disputed');
    await tell('charge.disputeWon');
    advance(73 * HOUR_MS);
    await giveBackBy(test, brand, { refund: neverSent });
    expect(await refund()).toEqual({ state: 'Failed', attempt: 1 });
    expect(await refundAgain()).toMatchObject({ rows: [{ state: 'Asked' }] });
  });
});

it.each([
  ['was not sent', undefined],
  ['was refused', async () => ({ kind: 'refused', code: 'above_charge' }) as const],
])('a refund that %s before a chargeback is the desk’s at once when the dispute is won', async (_, answer) => {
  if (answer) await giveBackBy(test, brand, { refund: answer });
  await tell('charge.disputed');
  await tell('charge.disputeWon');
  expect(await refund()).toEqual({ state: 'Failed', attempt: 1 });
  expect(await refundAgain()).toMatchObject({ rows: [{ state: 'Asked' }] });
});
