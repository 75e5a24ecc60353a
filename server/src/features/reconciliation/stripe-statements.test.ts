import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../../test-support/factories.ts';
import { giveBackNow, type Opened, postFrame, runGateway } from '../../../test-support/outside/gateway.ts';
import { delivered } from '../../../test-support/outside/stripe/events.ts';
import {
  givenStripe,
  STRIPE_KEY,
  STRIPE_SECRETS,
  type StripeServer,
} from '../../../test-support/outside/stripe/server.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { readBookStatements } from './read-statements.due.ts';

const DAY_MS = 86_400_000;
let test: TestApp;
let server: StripeServer;
let product: TestProduct;
beforeAll(async () => {
  server = await givenStripe({ now: () => test.ctx.clocks.security.now() });
  test = await givenApp({
    WATTLE_GATEWAY_PROVIDER: 'stripe',
    WATTLE_STRIPE_KEY: STRIPE_KEY,
    WATTLE_STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.now,
    WATTLE_STRIPE_URL: server.settings.url,
    WATTLE_STRIPE_PAGE_ORIGIN: server.settings.pageOrigin,
  });
  const brand = await givenBrand(test.ctx);
  const settings = { schemeTopUp: true, maxBalance: 5_000_00, maxBalanceUnverified: 5_000_00 };
  product = await givenProduct(test.ctx, { brand, isReloadable: true, settings });
});
afterAll(async () => {
  await test.close();
  await server.close();
});

/** A top-up that is paid at Stripe; returns the account and the charge. */
async function topUp() {
  const user = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
  const { accountNumber } = user.card.account;
  const { url, Sid, Sst } = (
    await postApi(test, 'payment/initiate', user.headers, { accountNumber, amount: 50 })
  ).json<Opened>();
  const { body } = await postFrame(test, url, { Sid, Sst });
  server.books.pay(/<a href="([^"]+)"/.exec(body)?.[1] ?? '', 'approves');
  return { user, chargeId: [...server.books.all.charge.keys()].at(-1) ?? '' };
}

let told = 0;
async function tell(): Promise<void> {
  const at = test.ctx.clocks.security.now();
  for (const event of server.books.events.slice(told)) {
    const { headers, body } = delivered(event, { at });
    const url = `/network/gateway-notices/${product.brand.tenantId}`;
    expect((await test.app.inject({ method: 'POST', url, headers, payload: body })).statusCode).toBe(200);
  }
  told = server.books.events.length;
}

async function nextDay(): Promise<void> {
  test.ctx.advance(DAY_MS);
  if (!('outside' in readBookStatements)) throw new Error('statements are read outside of a transaction');
  const { signal } = new AbortController();
  await readBookStatements.outside(test.ctx, { tenantId: product.brand.tenantId, plannedAt: 0, atOnce: 1, signal });
}

const open = async () => {
  const { tenantId } = product.brand;
  const lines = await test.ctx.asOwner<{ cents: string; reference: string }>(
    `SELECT cents::text, reference FROM book_statement_line WHERE tenant_id = $1 AND account = 'gateway' AND NOT is_matched
      ORDER BY reference, cents`,
    [tenantId],
  );
  const entries = await test.ctx.asOwner<{ key: string }>(
    `SELECT t.key FROM transfer t JOIN ledger_account a ON a.id IN (t.debit_account_id, t.credit_account_id)
      WHERE t.tenant_id = $1 AND a.kind = 'gateway'
        AND NOT EXISTS (SELECT FROM book_match m WHERE m.tenant_id = $1 AND m.account = 'gateway' AND m.transfer_id = t.id)`,
    [tenantId],
  );
  return { lines, entries };
};

it('the days of Stripe match the books, and leave fees and what is owed for a person', async () => {
  const first = await topUp();
  const stolen = await topUp();
  await test.ctx.asOwner("UPDATE card SET status = 'Stolen' WHERE member_account_id = $1", [
    stolen.user.card.account.id,
  ]);
  await tell();
  await giveBackNow(test, product.brand.tenantId);
  await tell();
  const dayOne = new Date(test.ctx.clocks.business.now()).toISOString().slice(0, 10);
  await nextDay();
  // Two charges and a refund: 0.95 was kept of each charge.
  expect(await open()).toEqual({ lines: [{ cents: '-190', reference: `stripe-fees-${dayOne}` }], entries: [] });

  server.books.dispute(first.chargeId, 'lost');
  server.books.returnRefunds(stolen.chargeId);
  await tell();
  await runGateway(test);
  const dayTwo = new Date(test.ctx.clocks.business.now()).toISOString().slice(0, 10);
  await nextDay();
  // The charge that was never booked is at Stripe again, until it is refunded otherwise. A dispute costs 25.00.
  expect(await open()).toEqual({
    lines: [
      { cents: '5000', reference: stolen.chargeId },
      { cents: '-190', reference: `stripe-fees-${dayOne}` },
      { cents: '-2500', reference: `stripe-fees-${dayTwo}` },
    ],
    entries: [],
  });
});
