import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPeople } from '../../../../ops/bench/bulk-people.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { fillAll } from '../../../test-support/desk/filled-search.ts';
import { givenBrand, givenCard, givenTenant, givenWebAccount } from '../../../test-support/factories.ts';
import { givenRecordedApp, growingReads, type RecordedApp } from '../../../test-support/query-plans.ts';
import { PURCHASE_SEARCH } from '../network/purchase-search.store.ts';

/** Tables that grow with the programme. */
const GROWING = new Set([
  'holder',
  'web_account',
  'member_account',
  'ledger_account',
  'card',
  'transfer',
  'transaction_detail',
  'authorisation',
  'purchase_search',
  'outbox_message',
  'audit_log',
  'session',
  'device',
  'staff_note',
  'customer_care',
  'client_address',
  'desk_request',
  'payment_out',
  'payee',
  'schedule',
  'dispute',
  'card_report',
]);
/** So many other people there are. */
const MANY = 20_000;
/** A page has 50 rows and one more. */
const ENOUGH = 60;

let given: RecordedApp;
beforeAll(async () => {
  given = await givenRecordedApp();
});
afterAll(() => given.close());

it('no command about a person reads more because the programme has more people', { timeout: 120_000 }, async () => {
  const { app, ctx, sent } = given;
  const brand = await givenBrand(ctx, { tenant: await givenTenant(ctx) });
  const card = await givenCard(ctx, { brand, balance: 10_000n });
  if (!card.holder) throw new Error('a holder');
  await givenWebAccount(ctx, { holder: card.holder, account: card.account });
  await addPeople(ctx.ownerUrl, { cardId: card.id, holderId: card.holder.id }, MANY);
  // As due work does by itself.
  await fillAll(ctx, brand.tenantId, PURCHASE_SEARCH, MANY);
  await ctx.asOwner('ANALYZE purchase_search, search_fill');
  const staff = await givenStaff(ctx, brand.tenantId);
  const person = `holder:${card.holder.id}`;
  const account = card.account.accountNumber;
  const commands: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ...[card.holder.email, account, '0400000000', 'other19999', 'someone19999 other19999', card.cardId, person].map(
      (text) => ['search', { text }] as const,
    ),
    ['search', { text: 'corner cafe 7.77' }],
    ...[card.pan.slice(-4), '263300000017', '41', 'other19999'].map((text) => ['search-all', { text }] as const),
    ...['263300000017', '26330000017', 'quondam builders'].map((text) => ['search', { text }] as const),
    ...[
      'person',
      'timeline',
      'accounts',
      'cards-of',
      'messages-of',
      'sign-ins-of',
      'devices-of',
      'documents-of',
      'notes',
    ].map((command) => [command, { person }] as const),
    ...['card', 'money', 'signIn', 'message', 'staff'].map((kind) => ['timeline', { person, kind }] as const),
    ['account-transactions', { account }],
    ['holds', { account }],
  ];
  const faults: string[] = [];
  let looked = 0;
  for (const [command, input] of commands) {
    const from = sent.length;
    const { status, body } = await give({ app }, staff, command, { input, key: randomUUID() });
    expect([command, input, status, body.error]).toEqual([command, input, 200, undefined]);
    const reads = await growingReads(given, { from, growing: GROWING, enough: ENOUGH });
    looked += reads.looked;
    faults.push(...reads.faults.map((fault) => `${command} ${JSON.stringify(input)}: ${fault}`));
  }
  expect(faults).toEqual([]);
  expect(looked).toBeGreaterThan(100);
  // A plan does not show what a function reads: its blocks do. The first call of a connection reads the catalogue too.
  const blocks = () =>
    ctx.database.read(brand.tenantId, async (tx) => {
      const row = await tx.first<{ 'QUERY PLAN': readonly [{ readonly Plan: Readonly<Record<string, number>> }] }>(
        "EXPLAIN (ANALYZE, BUFFERS, FORMAT json) SELECT * FROM payees_named('northside', 51)",
      );
      const plan = row?.['QUERY PLAN'][0].Plan;
      expect(plan?.['Actual Rows']).toBe(102);
      return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
    });
  expect(Math.min(await blocks(), await blocks(), await blocks())).toBeLessThan(150);
});
