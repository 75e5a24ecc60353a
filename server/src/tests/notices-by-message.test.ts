import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { give, givenStaff } from '../../test-support/desk/desk.ts';
import { givenRunner } from '../../test-support/due-work.ts';
import {
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestProduct,
} from '../../test-support/factories.ts';
import { sent } from '../../test-support/resets.ts';
import { givenUser, postApi } from '../../test-support/signed-in.ts';
import { card as orderedCard, GIFT, givenPaidOrder, givenShop, runStore } from '../../test-support/store.ts';
import { postMoney } from '../../test-support/transfers.ts';
import { dueJobs } from '../compose/due-jobs.ts';
import { forcedDebit } from '../features/debts/public.ts';

const SETTINGS = { purchaseLimits: true, paymentLimits: true, replacementByCardholder: true, spendLimit: 500_00 };
const PASSWORD = 'Golden-Wattle-2026';
let test: TestApp;
let product: TestProduct;
beforeAll(async () => {
  test = await givenApp();
  product = await givenProduct(test.ctx, { settings: SETTINGS, isReloadable: true });
});
afterAll(() => test.close());

let people = 0;
async function givenReached(given: object = {}) {
  people += 1;
  const holder = await givenHolder(test.ctx, {
    brand: product.brand,
    email: `person${people}@example.com`,
    mobile: `04000001${String(people).padStart(2, '0')}`,
  });
  const user = await givenUser(test.ctx, { brand: product.brand, product, holder, balance: 100_000n, ...given });
  await test.ctx.asOwner('UPDATE card SET is_allocated = true WHERE id = $1', [user.card.id]);
  const mobile = `+614000001${String(people).padStart(2, '0')}`;
  return { ...user, email: `person${people}@example.com`, mobile, ending: user.card.pan.slice(-4) };
}

/** Does the queued work that tells people, and answers what reached whom: subject or text by address. */
async function readNotices() {
  const runner = givenRunner(
    test.ctx,
    dueJobs(test.ctx.outside).filter((job) => 'queue' in job && job.queue.name.includes('.tell-')),
  );
  await runner.runDue();
  await runner.stop();
  const { mails, texts } = await sent(test);
  return Object.fromEntries([
    ...mails.map(({ to, subject }) => [to, subject]),
    ...texts.map(({ to, text }) => [to, text]),
  ]);
}

const staff = () => givenStaff(test.ctx, product.brand.tenantId);

type User = Awaited<ReturnType<typeof givenReached>>;
type Act = (user: User) => Promise<unknown>;
const post = (call: string, user: User, body: object) => postApi(test, call, user.headers, body);

const CARDS: readonly [string, Act, (ending: string) => string][] = [
  [
    'reported lost',
    (user) => post('card/lost', user, { Card: user.card.reference }),
    (ending) => `the card ending in ${ending} was reported lost`,
  ],
  [
    'reported stolen',
    (user) => post('card/lost', user, { Card: user.card.reference, IsStolen: true }),
    (ending) => `the card ending in ${ending} was reported stolen`,
  ],
  [
    'blocked',
    (user) => post('card/block', user, { Card: user.card.reference }),
    (ending) => `the card ending in ${ending} was blocked`,
  ],
  [
    'reported stolen at the desk',
    async ({ card }) =>
      give(test, await staff(), 'report-card', {
        input: { card: `card:${card.id}`, state: 'stolen', checked: 'born' },
        reason: 'x',
      }),
    (ending) => `the card ending in ${ending} was reported stolen`,
  ],
  [
    'replaced',
    (user) => postMoney(test, 'card/replace', user.headers, { Card: user.card.reference, IsCardDamaged: true }),
    (ending) => `a new card was ordered to replace the card ending in ${ending}`,
  ],
  [
    'given a new PIN',
    (user) => {
      const { AccountNumber, MaskedCardNumber, ExpirationDate } = user.card.reference;
      const named = { memberNumber: AccountNumber, maskedCard: MaskedCardNumber, expiryDate: ExpirationDate };
      return post('card/changePin', user, { ...named, pin: '7391', password: PASSWORD });
    },
    (ending) => `the PIN of the card ending in ${ending} was changed`,
  ],
  [
    'given a higher spend limit',
    (user) => post('card/changeSpendLimit', user, { Card: user.card.reference, NewSpendLimit: 1_000 }),
    (ending) => `the spend limit of the card ending in ${ending} was raised to $1,000.00 a day`,
  ],
  [
    'given a higher payment limit',
    (user) => post('card/changePaymentLimit', user, { CardSummary: user.card.reference, NewPaymentLimit: 2_000 }),
    () => 'the payment limit was raised to $2,000.00 a day',
  ],
];

describe('a change of a card is reported to its holder on every contact', () => {
  it.each(CARDS)('%s', async (_, act, words) => {
    const user = await givenReached();
    await act(user);
    const { email, mobile, ending, card } = user;
    const all = await readNotices();
    expect(all).toEqual({
      [email]: expect.stringContaining(words(ending)) as string,
      [mobile]: expect.stringContaining(words(ending)) as string,
    });
    for (const secret of [card.pan, card.account.accountNumber]) expect(JSON.stringify(all)).not.toContain(secret);
  });

  it('unless it repeats an earlier one or lowers a limit', async () => {
    const user = await givenReached();
    await post('card/block', user, { Card: user.card.reference });
    await readNotices();
    await post('card/block', user, { Card: user.card.reference });
    const other = await givenReached();
    await post('card/changeSpendLimit', other, { Card: other.card.reference, NewSpendLimit: 200 });
    await post('card/changePaymentLimit', other, { CardSummary: other.card.reference, NewPaymentLimit: 500 });
    expect(await readNotices()).toEqual({});
  });

  it('of a nominee is reported to the primary holder too if it is a replacement, which the account pays for', async () => {
    const owner = await givenReached();
    const holder = await givenHolder(test.ctx, { brand: product.brand, email: 'nominee@example.com', mobile: '' });
    const card = await givenCard(test.ctx, { account: owner.card.account, holder, product });
    await test.ctx.asOwner('UPDATE card SET is_allocated = true WHERE id = $1', [card.id]);
    const webAccount = await givenWebAccount(test.ctx, { holder, account: owner.card.account, extension: '01' });
    const { headers } = await givenSession(test.ctx, { webAccount });
    await postApi(test, 'card/lost', headers, { Card: card.reference });
    expect(Object.keys(await readNotices())).toEqual(['nominee@example.com']);
    await postMoney(test, 'card/replace', headers, { Card: card.reference, IsCardDamaged: false });
    expect(Object.keys(await readNotices()).toSorted()).toEqual(
      [owner.mobile, 'nominee@example.com', owner.email].toSorted(),
    );
  });
});

describe('money that is reversed', () => {
  const takeBack = ({ card }: User, amount: bigint) =>
    test.ctx.payments.submit({
      tenantId: product.brand.tenantId,
      kind: forcedDebit,
      key: randomUUID(),
      actor: 'gateway',
      input: { memberAccountId: card.account.id, amount, cause: 'cardTopUp', reference: 'CH-1' },
    });

  it('from an account is reported to its holder once, and what leaves a debt is reported as a debt', async () => {
    const user = await givenReached({ balance: 100_00n });
    await takeBack(user, 40_00n);
    expect(await readNotices()).toEqual({ [user.email]: '$40.00 was taken from your account' });
    await takeBack(user, 100_00n);
    expect(await readNotices()).toEqual({});
  });

  it('with a gift is reported to its recipient, and with the refund to the buyer', async () => {
    const shop = await givenShop(test);
    const { OrderId, at } = await givenPaidOrder(test, shop, [orderedCard(shop, 'virtual', { Gift: GIFT })]);
    await runStore(test);
    await at.call('store/changeGift', { OrderId, ItemId: 1, Act: 'takeBack' });
    expect(await readNotices()).toEqual({
      'amelia.chen@example.com': expect.stringContaining('refunding $50.00 of your') as string,
      [GIFT.Email]: 'Your card from Amelia was cancelled',
    });
  });

  it('by the desk is reported to the buyer, and a partial refund leaves the card active', async () => {
    const shop = await givenShop(test);
    const { order } = await givenPaidOrder(test, shop, [orderedCard(shop, 'virtual', { Gift: GIFT })]);
    await runStore(test);
    const asker = await givenStaff(test.ctx, shop.brand.tenantId, { role: 'agent' });
    const manager = await givenStaff(test.ctx, shop.brand.tenantId);
    const refund = async (more: object) => {
      const input = { order: order.Number ?? '', ...more };
      const asked = await give(test, asker, 'refund-order', { input, reason: 'damaged' });
      return give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } });
    };
    await refund({ item: '1', amount: '20.00' });
    expect(await readNotices()).toEqual({ 'amelia.chen@example.com': expect.stringContaining('$20.00') as string });
    await refund({});
    expect(await readNotices()).toEqual({
      'amelia.chen@example.com': expect.stringContaining('$30.00') as string,
      [GIFT.Email]: 'Your card from Amelia was cancelled',
    });
  });
});
