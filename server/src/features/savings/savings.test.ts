import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { dice } from '../../../test-support/dice.ts';
import { givenRunner } from '../../../test-support/due-work.ts';
import { givenCard, givenSession, givenWebAccount, type TestProduct } from '../../../test-support/factories.ts';
import { give } from '../../../test-support/gift.ts';
import { postCents } from '../../../test-support/ledger/ledger-money.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { outcomeOf } from '../../../test-support/payees.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { givenReturnProof } from '../../../test-support/proofs.ts';
import { runDue, runsOf } from '../../../test-support/schedules.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import {
  billBody,
  externalBody,
  givenTransferProduct,
  postMoney,
  returnBody,
  transferBody,
} from '../../../test-support/transfers.ts';
import { chargeFee } from '../fees/public.ts';
import { notifyTaken } from './take-for-purchase.ts';

type User = Awaited<ReturnType<typeof givenUser>>;
type Body = {
  readonly error?: readonly string[];
  readonly Goals: readonly { readonly Id: string; readonly Name: string; readonly Amount: number }[];
  readonly KeptAside: number;
  readonly AvailableAccountBalance: number;
};

let test: TestApp;
let product: TestProduct;
let user: User;
let friend: User;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx, { partialApproval: true, externalTransfers: true, bpay: true });
});
// 100.00 each.
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  user = await givenUser(test.ctx, { brand: product.brand, product });
  friend = await givenUser(test.ctx, { brand: product.brand, product });
});
afterAll(() => test.close());

const call = async (path: string, body: object = {}, { card, headers }: User = user) => {
  const accountNumber = card.account.accountNumber;
  return (await postApi(test, path, headers, { accountNumber, ...body })).json<Body>();
};
const goals = () => call('savings/getGoals');
const keep = (Amount: number, Name = 'Holiday') => call('savings/saveGoal', { Name, Amount });
const shown = ({ Goals, KeptAside, AvailableAccountBalance: left }: Body) => [
  Goals.map(({ Name, Amount }) => `${Name} ${Amount}`),
  KeptAside,
  left,
];
const pay = (Amount: number) =>
  postMoney(test, 'transfer/internal', user.headers, transferBody(user.card.account, friend.card.account, { Amount }));
const buy = async (amount: number, given: object = {}) =>
  (await sendNetwork(test, 'authorisations', purchaseOf(user.card, { amount, ...given }))).answer;

describe('money that is kept aside', () => {
  it('is no posting: the balance stays, and less is left to spend', async () => {
    expect(shown(await keep(80))).toEqual([['Holiday 80'], 80, 20]);
    const { Card } = { Card: user.card.reference };
    const details = (await postApi(test, 'card/details', user.headers, { Card })).json<object>();
    expect(details).toMatchObject({ AccountBalance: 100, AvailableAccountBalance: 20, KeptAside: 80 });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('is at most what is left to spend, for all goals together', async () => {
    expect(await keep(100.01)).toMatchObject({ error: ['20240'], field: 'Amount' });
    await keep(80);
    expect(await keep(20.01, 'Car')).toMatchObject({ error: ['20240'] });
    const { Goals } = await keep(20, 'Car');
    const Id = Goals[0]?.Id;
    expect(await call('savings/saveGoal', { Id, Name: 'Bali', Amount: 80.01 })).toMatchObject({ error: ['20240'] });
    expect(shown(await call('savings/saveGoal', { Id, Name: 'Bali', Amount: 30 }))).toEqual([
      ['Bali 30', 'Car 20'],
      50,
      50,
    ]);
    expect(shown(await call('savings/deleteGoal', { Id }))).toEqual([['Car 20'], 20, 80]);
    expect(await call('savings/deleteGoal', { Id })).toMatchObject({ error: ['404'], field: 'Id' });
    expect(await call('savings/saveGoal', { Id, Name: 'Bali', Amount: 1 })).toMatchObject({ error: ['404'] });
  });

  it('has up to 20 goals, and names without card numbers', async () => {
    for (let n = 0; n < 20; n += 1) await keep(0, `Goal ${n}`);
    expect(await keep(0)).toMatchObject({ error: ['10001'] });
    const Id = (await goals()).Goals[0]?.Id;
    const { Goals } = await call('savings/saveGoal', { Id, Name: `For ${user.card.pan}`, Amount: 0 });
    expect(Goals[0]?.Name).not.toContain(user.card.pan);
  });

  it('is of the primary holder alone', async () => {
    await keep(80);
    const nominee = await givenCard(test.ctx, { brand: product.brand, product, account: user.card.account });
    const { holder } = await givenCard(test.ctx, { brand: product.brand, product });
    await test.ctx.asOwner('UPDATE card SET holder_id = $2 WHERE id = $1', [nominee.id, holder?.id]);
    const webAccount = await givenWebAccount(test.ctx, {
      ...(holder && { holder }),
      account: user.card.account,
      extension: '01',
    });
    const { headers } = await givenSession(test.ctx, { webAccount });
    const accountNumber = user.card.account.accountNumber;
    for (const [path, body] of [
      ['savings/getGoals', {}],
      ['savings/saveGoal', { Name: 'Mine', Amount: 1 }],
      ['savings/deleteGoal', { Id: randomUUID() }],
      ['savings/release', { AmountLeft: 100 }],
      ['savings/setPurchases', { IsPurchaseDeclined: true }],
    ] as const) {
      const answer = await postApi(test, path, headers, { accountNumber, ...body });
      expect(answer.json()).toMatchObject({ error: ['10000'], field: 'accountNumber' });
    }
    const { Card } = { Card: nominee.reference };
    const details = (await postApi(test, 'card/details', headers, { Card })).json<object>();
    expect(details).toMatchObject({ AvailableAccountBalance: 20, KeptAside: 0, CanKeepAside: false });
  });
});

describe('a payment', () => {
  it('that needs money that is kept aside is refused, and made once it is released', async () => {
    await keep(50, 'Car');
    await keep(30, 'Holiday');
    expect(outcomeOf(await pay(20.01))).toEqual(['20319', 'MemberNumber']);
    // From the goal that was added last.
    expect(shown(await call('savings/release', { AmountLeft: 60 }))).toEqual([['Car 40', 'Holiday 0'], 40, 60]);
    // Repeated, it releases nothing more.
    expect(shown(await call('savings/release', { AmountLeft: 60 }))).toEqual([['Car 40', 'Holiday 0'], 40, 60]);
    expect(await call('savings/release', { AmountLeft: 100.01 })).toMatchObject({
      error: ['20240'],
      field: 'AmountLeft',
    });
    expect(outcomeOf(await pay(60))).toBe('ok');
    expect(shown(await goals())).toEqual([['Car 40', 'Holiday 0'], 40, 0]);
  });

  it('of more than there is lacks funds', async () => {
    await keep(80);
    expect(outcomeOf(await pay(100.01))).toEqual(['20240', 'Amount']);
  });

  it('of each kind is refused so', async () => {
    await keep(80);
    const { account } = user.card;
    const external = await postMoney(test, 'transfer/external', user.headers, externalBody(account, { Amount: 30 }));
    const bill = await postMoney(test, 'bPay/processBPayRequest', user.headers, billBody(account, { amount: 30 }));
    await givenReturnProof(test.ctx, user.card, 100);
    const returned = await postMoney(test, 'card/returnfund', user.headers, returnBody(user.card));
    expect([external, bill, returned].map((answer) => answer.json<Body>().error)).toEqual([
      ['20319'],
      ['20319'],
      ['20319'],
    ]);
  });

  it('that falls due later is refused then, and tried once more', async () => {
    const body = transferBody(user.card.account, friend.card.account, {
      Amount: 30,
      PaymentFrequency: 21,
      FutureDate: '2026-11-23',
    });
    expect(outcomeOf(await postMoney(test, 'transfer/internal', user.headers, body))).toBe('ok');
    await keep(80);
    test.ctx.setBusinessTime('2026-11-22T20:00:00Z');
    await runDue(test.ctx, product.brand.tenantId);
    expect(await runsOf(test.ctx, user.card.account)).toMatchObject([{ state: 'Retry', error: 'kept_aside' }]);
    await call('savings/release', { AmountLeft: 30 });
    test.ctx.setBusinessTime('2026-11-23T05:00:00Z');
    await runDue(test.ctx, product.brand.tenantId);
    expect(await runsOf(test.ctx, user.card.account)).toMatchObject([{ state: 'Paid' }]);
  });

  it('that returns all funds asks to release it first', async () => {
    await keep(80);
    const { SourceAccountNumber, MaskedCardNumber, ExpirationDate } = returnBody(user.card);
    const source = { SourceAccountNumber, MaskedCardNumber, ExpirationDate };
    const status = async () => (await postApi(test, 'card/returnfundstatus', user.headers, source)).json<object>();
    expect(await status()).toMatchObject({ CanRequestFund: false, Refusal: '20319' });
    await call('savings/release', { AmountLeft: 100 });
    expect(await status()).toMatchObject({ CanRequestFund: true, Refusal: null });
  });

  it('of the programme ignores it: fees and forced debits, after which less is kept', async () => {
    await keep(80);
    const { tenantId } = product.brand;
    const { accountNumber } = user.card.account;
    const fee = {
      tenantId,
      actor: 'staff:3',
      key: randomUUID(),
      name: 'other',
      amount: 50_00n,
      accountNumber,
    } as const;
    expect((await chargeFee(test.ctx, fee)).ok).toBe(true);
    expect(shown(await goals())).toEqual([['Holiday 80'], 50, 0]);
    await postCents(test.ctx, user.card.account, -60_00n);
    expect(shown(await goals())).toEqual([['Holiday 80'], 0, -10]);
    // What arrives is kept aside first.
    await postCents(test.ctx, user.card.account, 95_00n);
    expect(shown(await goals())).toEqual([['Holiday 80'], 80, 5]);
    expect(await brokenIn(test.ctx)).not.toEqual(expect.arrayContaining([expect.stringContaining('kept-aside')]));
  });
});

describe('a purchase', () => {
  const told = () =>
    test.ctx.asOwner<{ template: string }>('SELECT template FROM outbox_message WHERE holder_id = $1', [
      user.holder.id,
    ]);
  const tell = async () => {
    const runner = givenRunner(test.ctx, [notifyTaken]);
    await runner.runDue();
    await runner.stop();
  };

  it('takes what it needs, from the goal that was added last, and its holder hears of it once', async () => {
    await keep(50, 'Car');
    await keep(30, 'Holiday');
    expect(await buy(20_00)).toBe('00');
    expect(shown(await goals())).toEqual([['Car 50', 'Holiday 30'], 80, 0]);
    await tell();
    expect(await told()).toEqual([]);
    expect(await buy(40_00)).toBe('00');
    expect(shown(await goals())).toEqual([['Car 40', 'Holiday 0'], 40, 0]);
    await tell();
    await tell();
    expect(await told()).toEqual([{ template: 'savingsUsed' }]);
    const noted = await test.ctx.asOwner<{ kind: string }>('SELECT kind FROM notification WHERE web_account_id = $1', [
      user.webAccount.id,
    ]);
    expect(noted.map(({ kind }) => kind)).toContain('savingsUsed');
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('is declined where the holder chose so, or approved in part up to what is left', async () => {
    await keep(80);
    await call('savings/setPurchases', { IsPurchaseDeclined: true });
    expect(await buy(20_01)).toBe('51');
    const declined = await test.ctx.asOwner<{ decline_reason: string }>(
      "SELECT decline_reason FROM authorisation WHERE card_id = $1 AND status = 'declined' ORDER BY amount",
      [user.card.id],
    );
    expect(declined.map((row) => row.decline_reason)).toEqual(['keptAside']);
    const part = purchaseOf(user.card, { amount: 30_00, takesPart: true });
    expect(await sendNetwork(test, 'authorisations', part)).toMatchObject({ answer: '10', approvedAmount: 20_00 });
    expect(shown(await goals())).toEqual([['Holiday 80'], 80, 0]);
    await call('savings/setPurchases', { IsPurchaseDeclined: false });
    expect(await buy(80_00)).toBe('00');
    expect(shown(await goals())).toEqual([['Holiday 0'], 0, 0]);
  });

  it('that the network has approved ignores it', async () => {
    await keep(80);
    await call('savings/setPurchases', { IsPurchaseDeclined: true });
    expect((await sendNetwork(test, 'advices', purchaseOf(user.card, { amount: 50_00 }))).answer).toBe('00');
    expect(shown(await goals())).toEqual([['Holiday 80'], 50, 0]);
  });

  it('that grows takes what its increment needs', async () => {
    await keep(80);
    const first = purchaseOf(user.card, { amount: 20_00 });
    await sendNetwork(test, 'authorisations', first);
    const increment = purchaseOf(user.card, { amount: 30_00, original: first.reference });
    expect((await sendNetwork(test, 'authorisations', increment)).answer).toBe('00');
    expect(shown(await goals())).toEqual([['Holiday 50'], 50, 0]);
  });
});

it('verify finds a sum that is not that of the goals', async () => {
  await keep(80);
  const spoil = (cents: number) =>
    test.ctx.asOwner('UPDATE ledger_account SET aside = $2 WHERE id = $1', [user.card.account.ledgerAccountId, cents]);
  await spoil(79_99);
  expect((await brokenIn(test.ctx)).join('\n')).toContain('keeps 7999, goals 8000');
  await spoil(80_00);
  expect(await brokenIn(test.ctx)).toEqual([]);
});

it('goals, payments and purchases at the same moment never use a cent twice', async () => {
  await keep(40);
  await Promise.all([
    keep(50, 'Car'),
    keep(50, 'Bike'),
    pay(35),
    pay(35),
    buy(30_00),
    buy(30_00),
    call('savings/release', { AmountLeft: 70 }),
    keep(25, 'Dog'),
  ]);
  const [row] = await test.ctx.asOwner<{ left: number; aside: number }>(
    `SELECT (balance - held)::int AS left, aside::int FROM ledger_account WHERE id = $1`,
    [user.card.account.ledgerAccountId],
  );
  expect(row?.left).toBeGreaterThanOrEqual(row?.aside ?? 0);
  expect(await brokenIn(test.ctx)).toEqual([]);
});

it.each([1, 2, 3])('history %i of goals, payments, purchases and fees follows the arithmetic', async (seed) => {
  const roll = dice(seed);
  let available = 100_00;
  let kept: number[] = [];
  let isFirm = false;
  const sum = () => kept.reduce((all, one) => all + one, 0);
  const left = () => Math.max(0, available - sum());
  const take = (cents: number) => {
    let missing = cents;
    kept = kept
      .toReversed()
      .map((one) => {
        const part = Math.min(one, missing);
        missing -= part;
        return one - part;
      })
      .toReversed();
  };
  for (let step = 0; step < 40; step += 1) {
    const cents = 100 * (1 + roll(60));
    const kind = roll(6);
    if (kind === 0 && kept.length < 20) {
      const isTaken = (await keep(cents / 100, `Goal ${step}`)).error === undefined;
      expect(isTaken).toBe(cents <= available - sum());
      if (isTaken) kept.push(cents);
    } else if (kind === 1) {
      const answer = await give(test.ctx, user.card.account, friend.card.account, { cents: BigInt(cents) });
      const expected = cents > available ? 'insufficient_funds' : cents > left() ? 'kept_aside' : 'ok';
      expect(answer.ok ? 'ok' : answer.error).toBe(expected);
      if (answer.ok) available -= cents;
    } else if (kind === 2) {
      const isFree = cents <= (isFirm ? left() : available);
      expect(await buy(cents)).toBe(isFree ? '00' : '51');
      if (isFree) {
        take(Math.max(0, cents - left()));
        available -= cents;
      }
    } else if (kind === 3) {
      const used = Math.min(cents, available);
      if (used > 0) await postCents(test.ctx, user.card.account, BigInt(-used));
      available -= used;
    } else if (kind === 4) {
      await postCents(test.ctx, user.card.account, BigInt(cents));
      available += cents;
    } else {
      isFirm = !isFirm;
      await call('savings/setPurchases', { IsPurchaseDeclined: isFirm });
    }
    const now = await goals();
    expect(now.Goals.map(({ Amount }) => Math.round(Amount * 100))).toEqual(kept);
    expect(Math.round(now.KeptAside * 100)).toBe(Math.min(sum(), available));
    expect(Math.round(now.AvailableAccountBalance * 100)).toBe(left());
  }
  expect(await brokenIn(test.ctx)).toEqual([]);
});
