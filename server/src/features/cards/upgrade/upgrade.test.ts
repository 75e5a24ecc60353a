import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenBrand, givenProduct, type TestCard } from '../../../../test-support/factories.ts';
import { getApi, givenUser, type Headers, postApi, statusOf } from '../../../../test-support/signed-in.ts';
import { balanceOf, postMoney } from '../../../../test-support/transfers.ts';
import { givenTransports } from '../../../../test-support/outside/transports.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';
import { deliverDue } from '../../messages/deliver-messages.due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

type Given = {
  readonly fee?: number;
  readonly balance?: bigint;
  readonly isUpgradeable?: boolean;
  readonly hasTarget?: boolean;
  readonly status?: string;
};

async function given({ fee = 500, hasTarget = true, isUpgradeable = true, ...card }: Given = {}) {
  const brand = await givenBrand(test.ctx);
  const target = await givenProduct(test.ctx, {
    brand,
    settings: { cardNumbers: { prefix: '903600', length: 16 } },
  });
  const product = await givenProduct(test.ctx, {
    brand,
    isReloadable: false,
    isUpgradeable,
    settings: { upgradeFee: fee, upgradesTo: hasTarget ? target.id : null },
  });
  return givenUser(test.ctx, { brand, product, balance: 10_000n, ...card });
}

const request = (card: TestCard, headers: Headers, key?: string) =>
  postMoney(test, 'card/requestUpgrade', headers, { Card: card.reference }, key);

/** Asks for a command and lets a second person approve it. */
async function decide(card: TestCard, name: 'grant-upgrade' | 'refuse-upgrade') {
  const { tenantId } = card.brand;
  const asker = await givenStaff(test.ctx, tenantId);
  const asked = await give(test, asker, name, { input: { card: `card:${card.id}` }, reason: 'asked for' });
  if (!asked.body.request) return asked;
  const input = { request: asked.body.request.id };
  const approver = await givenStaff(test.ctx, tenantId, { role: 'manager' });
  const approve = () => give(test, approver, 'approve', { input, reason: 'checked' });
  const [answer] = await Promise.all([approve(), approve()]);
  return answer;
}

type Shown = Readonly<Record<'CardStatus' | 'MaskedCardNumber', string>> &
  Readonly<Record<'IsUpgradeRequested' | 'IsUpgradeable' | 'IsUpgradedCard' | 'IsReloadable', boolean>>;
async function cardsOf(headers: Headers): Promise<Shown[]> {
  const { cards } = (await getApi(test, 'card/cards', headers)).json<{ cards: { value: Shown }[] }>();
  return cards.map(({ value }) => value);
}

describe('POST card/getCardUpgradeFee', () => {
  it('returns the fee of the product, and nothing for another person’s card', async () => {
    const { card, headers } = await given();
    const ask = async (by: Headers) =>
      (await postApi(test, 'card/getCardUpgradeFee', by, { Card: card.reference })).json();
    expect(await ask(headers)).toEqual({ UpgradeFee: 5 });
    expect(await ask((await given()).headers)).toMatchObject({ error: ['10000'] });
  });
});

describe('POST card/getCardInitialLoadFee', () => {
  it('returns the fee of the product, 0 by default, and nothing for another person’s card', async () => {
    const { card, headers } = await given();
    const ask = async (by: Headers) =>
      (await postApi(test, 'card/getCardInitialLoadFee', by, { Card: card.reference })).json();
    expect(await ask(headers)).toEqual({ InitialLoadFee: 0 });
    await test.ctx.asOwner(
      `UPDATE product SET settings = settings || '{"initialLoadFee": 250}'
       WHERE id = (SELECT product_id FROM card WHERE id = $1)`,
      [card.id],
    );
    expect(await ask(headers)).toEqual({ InitialLoadFee: 2.5 });
    expect(await ask((await given()).headers)).toMatchObject({ error: ['10000'] });
  });
});

describe('POST card/requestUpgrade', () => {
  it('takes the fee once and shows the upgrade as requested', async () => {
    const { card, headers } = await given();
    expect(await cardsOf(headers)).toMatchObject([{ IsUpgradeable: true, IsUpgradeRequested: false }]);
    const key = 'upgrade-of-a-card-0001';
    const first = await request(card, headers, key);
    expect(first.json()).toEqual({ result: true, ReferenceNumber: expect.stringMatching(/^26324\d{7,}$/), Fee: 5 });
    expect((await request(card, headers, key)).json()).toEqual(first.json());
    // 100.00 less 5.00
    expect(await balanceOf(test.ctx, card.account)).toBe(9_500n);
    expect(await cardsOf(headers)).toMatchObject([{ IsUpgradeRequested: true, CardStatus: 'Active' }]);
    const other = await given();
    expect((await request(other.card, other.headers, key)).statusCode).toBe(200);
    const reused = { Card: { ...card.reference, ExpirationDate: '2031-01' } };
    expect((await postMoney(test, 'card/requestUpgrade', headers, reused, key)).json().error).toEqual(['409']);
  });

  it('is free where the product has no fee', async () => {
    const { card, headers } = await given({ fee: 0, balance: 0n });
    expect((await request(card, headers)).json()).toMatchObject({ result: true, Fee: 0 });
    expect(await balanceOf(test.ctx, card.account)).toBe(0n);
  });

  it.each<[string, Given, string]>([
    ['that is not upgradeable', { isUpgradeable: false }, '10001'],
    ['whose product leads to no other', { hasTarget: false }, '10001'],
    ['that is turned off', { status: 'ActiveOff' }, '10001'],
    ['that was lost', { status: 'Lost' }, '10001'],
    ['whose account lacks one cent of the fee', { balance: 499n }, '20144'],
  ])('is refused for a card %s', async (_, facts, code) => {
    const { card, headers } = await given(facts);
    expect((await request(card, headers)).json().error).toEqual([code]);
    expect(await balanceOf(test.ctx, card.account)).toBe(facts.balance ?? 10_000n);
    expect(await cardsOf(headers)).toMatchObject([{ IsUpgradeRequested: false }]);
  });

  it('is refused for another person’s card', async () => {
    const { card } = await given();
    expect((await request(card, (await given()).headers)).json().error).toEqual(['10000']);
  });

  it('takes one request and one fee on 20 concurrent requests', async () => {
    const { card, headers } = await given();
    const responses = await Promise.all(Array.from({ length: 20 }, () => request(card, headers)));
    const answers = responses.map((response) => (response.statusCode === 200 ? 'ok' : response.json().error[0]));
    expect(answers.toSorted()).toEqual([...Array(19).fill('10001'), 'ok']);
    expect(await balanceOf(test.ctx, card.account)).toBe(9_500n);
  });
});

describe('a granted upgrade', () => {
  it('issues one reloadable card of the same account, which replaces the old one on activation', async () => {
    const { card, headers } = await given();
    await request(card, headers);
    const { body } = await decide(card, 'grant-upgrade');
    expect(body.rows).toEqual([
      {
        card: `card:${card.id}`,
        account: card.account.accountNumber,
        number: expect.stringMatching(/^9036 00•• •••• \d{4}$/),
      },
    ]);
    expect(await cardsOf(headers)).toMatchObject([
      { CardStatus: 'Active', IsUpgradeRequested: true, IsUpgradedCard: false },
      { CardStatus: 'Ordered', IsUpgradedCard: true, IsReloadable: true },
    ]);
    const { transports, texts } = givenTransports();
    await deliverDue(test.ctx, transports);
    const code = /\b\d{6}\b/.exec(texts.at(-1)?.text ?? '')?.[0] ?? '';

    const activate = (given: string) =>
      postApi(test, 'card/activateAllocatedCard', headers, { Card: card.reference, code: given, pin: '4826' });
    expect((await activate(code === '000001' ? '000002' : '000001')).json().error).toEqual(['20051']);
    expect((await activate(code)).statusCode).toBe(200);
    expect(await statusOf(test.ctx, card)).toBe('Replaced');
    expect(await cardsOf(headers)).toMatchObject([
      { CardStatus: 'Active', IsUpgradedCard: true, IsUpgradeRequested: false, IsUpgradeable: false },
    ]);
    expect(await balanceOf(test.ctx, card.account)).toBe(9_500n);
  });

  it('cannot be granted or refused again', async () => {
    const { card, headers } = await given();
    await request(card, headers);
    await decide(card, 'grant-upgrade');
    expect((await decide(card, 'grant-upgrade')).body.error).toBe('nothing_to_do');
    expect((await decide(card, 'refuse-upgrade')).body.error).toBe('nothing_to_do');
    const [{ cards } = { cards: 0 }] = await test.ctx.asOwner<{ cards: number }>(
      'SELECT count(*)::int AS cards FROM card WHERE replaces_id = $1',
      [card.id],
    );
    expect(cards).toBe(1);
  });

  it('is refused where the card was lost meanwhile, and where no upgrade was requested', async () => {
    const { card, headers } = await given();
    expect((await decide(card, 'grant-upgrade')).body.error).toBe('not_found');
    await request(card, headers);
    await test.ctx.asOwner("UPDATE card SET status = 'Lost' WHERE id = $1", [card.id]);
    expect((await decide(card, 'grant-upgrade')).body.error).toBe('card_problem');
  });
});

describe('a refused upgrade', () => {
  it('returns the fee once, and can be requested again', async () => {
    const { card, headers } = await given();
    await request(card, headers);
    const { body } = await decide(card, 'refuse-upgrade');
    expect(body.rows).toEqual([{ card: `card:${card.id}`, receipt: expect.stringMatching(/^26324\d{7,}$/) }]);
    expect(await balanceOf(test.ctx, card.account)).toBe(10_000n);
    expect(await cardsOf(headers)).toMatchObject([{ IsUpgradeRequested: false, CardStatus: 'Active' }]);
    expect((await decide(card, 'grant-upgrade')).body.error).toBe('nothing_to_do');
    expect((await request(card, headers)).statusCode).toBe(200);
  });
});

it('the ledger is consistent afterwards', async () => {
  expect(await brokenIn(test.ctx)).toEqual([]);
});
