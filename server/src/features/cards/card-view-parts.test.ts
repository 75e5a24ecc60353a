import type { FastifyInstance } from 'fastify';
import type { CardListItem } from '@wattle/contract/cards/card.ts';
import type { CardDetails } from '@wattle/contract/cards/home.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenCard, givenHolder, givenProduct, type TestCard } from '../../../test-support/factories.ts';
import { getApi, givenUser, type Headers, postApi } from '../../../test-support/signed-in.ts';
import { cardViewParts } from '../../compose/card-view-parts.ts';
import { buildApp } from '../../http/app.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { recordPosting } from '../transactions/public.ts';
import type { CardViewPart } from '../card-facts/card-view-part.ts';
import { readInterestYears } from './home/interest.store.ts';

let ctx: TestContext;
let app: FastifyInstance;
const scheduled = new Map<bigint, number>();
const asked: bigint[][] = [];

/** Part that a feature adds to the list. */
const schedules: CardViewPart<number> = {
  name: 'schedules',
  read: async (_, { cards }) => {
    asked.push(cards.map(({ id }) => id));
    return scheduled;
  },
  list: (count) => ({ value: { IsUpgradedCard: true }, CardDetails: { ScheduledPaymentCount: count } }),
  details: () => ({ HasPendingAutoTopUp: true }),
};

beforeAll(async () => {
  ctx = await givenContext();
  app = await buildApp({ ...ctx, cardViewParts: [...cardViewParts, schedules] });
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  await app.close();
  await ctx.close();
});

async function listOf(headers: Headers): Promise<CardListItem[]> {
  const response = await getApi({ app, ctx }, 'card/cards', headers);
  expect(response.statusCode).toBe(200);
  return response.json<{ cards: CardListItem[] }>().cards;
}

async function detailsOf(card: TestCard, headers: Headers): Promise<CardDetails> {
  const response = await postApi({ app, ctx }, 'card/details', headers, { Card: card.reference });
  expect(response.statusCode).toBe(200);
  return response.json<CardDetails>();
}

it('a part sets its fields for cards that it has facts about, and other cards keep the neutral values', async () => {
  const { card, holder, headers } = await givenUser(ctx);
  const other = await givenCard(ctx, { holder });
  scheduled.set(card.id, 3);
  const said = (await listOf(headers)).map((item) => [item.value.IsUpgradedCard, item.CardDetails]);
  expect(said).toEqual([
    [true, { HasPendingAutoTopUp: false, ScheduledPaymentCount: 3 }],
    [false, { HasPendingAutoTopUp: false, ScheduledPaymentCount: 0 }],
  ]);
  expect(await detailsOf(card, headers)).toMatchObject({
    HasPendingAutoTopUp: true,
    HasPendingAutoTopUpExpired: false,
    HasAutoTopUp: false,
    IsAutoTopUpWaiting: false,
    Debt: null,
  });
  expect(await detailsOf(other, headers)).toMatchObject({ HasPendingAutoTopUp: false });
});

it('a part is asked once for all cards of the list, and not at all for an empty list', async () => {
  const { card, holder, headers } = await givenUser(ctx);
  const other = await givenCard(ctx, { holder });
  await listOf(headers);
  expect(asked).toEqual([[card.id, other.id]]);
  const closed = await givenUser(ctx, { status: 'Closed' });
  expect(await listOf(closed.headers)).toEqual([]);
  expect(asked).toHaveLength(1);
});

it('the daily payment limit of an account is that of its product until it has its own', async () => {
  const limits = async (settings: object) => {
    const product = await givenProduct(ctx, { settings });
    const { card, headers } = await givenUser(ctx, { brand: product.brand, product });
    const { IsAccountPaymentLimitSet, AccountPaymentLimit, IsProductPaymentLimitSet, ProductPaymentLimit } =
      await detailsOf(card, headers);
    return [IsAccountPaymentLimitSet, AccountPaymentLimit, IsProductPaymentLimitSet, ProductPaymentLimit];
  };
  expect(await limits({ paymentLimit: 250_50, paymentLimitMax: 400_00 })).toEqual([false, 250.5, true, 400]);
  expect(await limits({ paymentLimit: null, paymentLimitMax: null })).toEqual([false, null, false, null]);
});

it('the list says whether an account has its own payment limit, and its interest by tax year', async () => {
  const { card, headers } = await givenUser(ctx);
  const said = async () => {
    const [item] = await listOf(headers);
    return [item?.value.IsAccountPaymentLimitSet, item?.value.InterestYearToDate, item?.value.InterestLastYear];
  };
  expect(await said()).toEqual([false, 0, 0]);
  await ctx.asOwner('UPDATE member_account SET payment_limit = 20000 WHERE id = $1', [card.account.id]);
  await payInterest(card, 400n, '2026-06-30');
  await payInterest(card, 550n, '2026-07-31');
  expect(await said()).toEqual([true, 5.5, 4]);
});

it('interest is read for several accounts at once, each with its own amounts', async () => {
  const { card } = await givenUser(ctx);
  const { tenantId } = card.brand;
  const other = await givenCard(ctx, { holder: await givenHolder(ctx, { brand: card.brand }) });
  const none = await givenCard(ctx, { holder: await givenHolder(ctx, { brand: card.brand }) });
  await payInterest(card, 400n, '2026-06-30');
  await payInterest(card, 500n, '2026-07-31');
  await payInterest(other, 700n, '2026-10-31');
  await payInterest(other, 900n, '2025-06-30');
  const accounts = [card, other, none].map(({ account }) => account.ledgerAccountId);
  const years = { thisYear: '2026-07-01', lastYear: '2025-07-01' };
  const rows = await ctx.database.read(tenantId, (tx) => readInterestYears(tx, tenantId, accounts, years));
  const said = new Map(rows.map((row) => [row.account, [row.interestThisYear, row.interestLastYear]]));
  expect(accounts.map((account) => said.get(account))).toEqual([
    [500n, 400n],
    [700n, 0n],
    [0n, 0n],
  ]);
});

async function payInterest(card: TestCard, amount: bigint, day: string): Promise<void> {
  const { tenantId } = card.brand;
  const { id: memberAccountId, ledgerAccountId } = card.account;
  const ledger = openLedger();
  await ctx.database.transact(tenantId, async (tx) => {
    const posted = await ledger.post(tx, {
      tenantId,
      key: `interest:${card.id}:${day}`,
      debit: await ledger.settlementAccount(tx, tenantId, 'interest'),
      credit: ledgerAccountId,
      amount,
      code: TRANSFER_CODE.interest,
      effectiveAt: Date.parse(`${day}T12:00:00Z`),
      postedAt: Date.parse(`${day}T14:05:00Z`),
    });
    if (!posted.ok) throw new Error(posted.refusal);
    const { creditSeq: seq, id: transferId } = posted.value;
    const words = { kind: 'interest', category: 'other', description: 'interest' } as const;
    recordPosting(tx, { tenantId, memberAccountId, ledgerAccountId, seq, transferId, amount, day, ...words });
  });
}
