import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { type CardGiven, givenProduct, type TestCard } from '../../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { postMoney } from '../../../../test-support/transfers.ts';
import { auditOf, getApi, givenUser, type Headers, postApi } from '../../../../test-support/signed-in.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse(TEST_START);

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => {
  test.ctx.setBusinessTime(TEST_START);
  test.ctx.setSecurityTime(TEST_START);
});
afterAll(() => test.close());

const OPEN = { cash: true, gambling: true, quasiCash: true };

async function given(card: CardGiven = {}, settings: object = OPEN) {
  const product = await givenProduct(test.ctx, { settings });
  return givenUser(test.ctx, { brand: product.brand, product, balance: 1_000_000n, pin: '4826', ...card });
}

const shop = (mcc: string, country = 'AU') => ({ merchant: { name: 'A Shop', country, mcc } });
const buys = async (card: TestCard, how: object) =>
  (await sendNetwork(test, 'authorisations', purchaseOf(card, how))).answer;
const change = (card: TestCard, headers: Headers, Control: string, IsAllowed: boolean) =>
  postApi(test, 'card/changeControl', headers, { Card: card.reference, Control, IsAllowed });
const read = (card: TestCard, headers: Headers) => postApi(test, 'card/getControls', headers, { Card: card.reference });
const cvv2Of = (card: TestCard) => test.ctx.secrets.cvv2(card.pan, card.expiry);

describe('a control that is off', () => {
  it.each<[string, (card: TestCard) => object]>([
    ['online', (card) => ({ channel: 'online', cvv2: cvv2Of(card) })],
    ['online', () => ({ channel: 'manual' })],
    ['overseas', () => shop('5814', 'NZ')],
    ['cash', () => ({ channel: 'atm', pin: '4826', ...shop('6011') })],
    ['wallet', () => ({ wallet: true })],
    ['gambling', () => shop('7995')],
    ['alcohol', () => shop('5921')],
    ['adult', () => shop('7273')],
    ['crypto', () => shop('6051')],
  ])('%s: the next purchase of that kind is declined, any other is not', async (control, how) => {
    const { card, headers } = await given();
    expect(await buys(card, how(card))).toBe('00');
    expect((await change(card, headers, control, false)).statusCode).toBe(200);
    expect(await buys(card, how(card))).toBe('57');
    expect(await buys(card, {})).toBe('00');
    expect(await auditOf(test.ctx, card)).toContain('card.control_changed ok');
  });

  it('no longer applies to purchases after it is allowed again', async () => {
    const { card, headers } = await given();
    await change(card, headers, 'overseas', false);
    await change(card, headers, 'overseas', true);
    expect(await buys(card, shop('5814', 'US'))).toBe('00');
  });

  it('for overseas purchases counts from the home country of the product', async () => {
    const { card, headers } = await given({}, { ...OPEN, homeCountry: 'NZ' });
    const controls = (await change(card, headers, 'overseas', false)).json();
    expect(controls.HomeCountry).toBe('NZ');
    expect((await getApi(test, 'card/cards', headers)).json().cards[0].value.HomeCountry).toBe('NZ');
    expect(await buys(card, shop('5814', 'NZ'))).toBe('00');
    expect(await buys(card, shop('5814', 'AU'))).toBe('57');
  });

  it('does not stop the clearing of a purchase approved before', async () => {
    const { card, headers } = await given();
    const bought = purchaseOf(card, shop('5814', 'NZ'));
    await sendNetwork(test, 'authorisations', bought);
    await change(card, headers, 'overseas', false);
    const { reference: original, ...same } = bought;
    const cleared = await sendNetwork(test, 'clearings', { ...same, reference: `${original}C`, original });
    expect(cleared.answer).toBe('00');
  });
});

it('a control that is off stays off on the replacement card', async () => {
  const settings = { ...OPEN, isNonStock: true, replacementByCardholder: true };
  const { card, headers } = await given({}, settings);
  await change(card, headers, 'gambling', false);
  await change(card, headers, 'overseas', false);
  const replaced = await postMoney(test, 'card/replace', headers, { Card: card.reference, IsCardDamaged: false });
  expect(replaced.statusCode).toBe(200);
  const rows = await test.ctx.asOwner('SELECT blocked_controls FROM card WHERE replaces_id = $1', [card.id]);
  expect(rows).toEqual([{ blocked_controls: ['gambling', 'overseas'] }]);
});

describe('gambling', () => {
  it('is allowed 48 hours after it is turned on, and declined until then', async () => {
    const { card, headers } = await given();
    await change(card, headers, 'gambling', false);
    const asked = (await change(card, headers, 'gambling', true)).json();
    expect(asked.GamblingWaitHours).toBe(48);
    expect(asked.Controls).toContainEqual({
      Control: 'gambling',
      Kind: 'category',
      IsAllowed: false,
      AllowedFrom: new Date(test.ctx.clocks.business.now() + 48 * HOUR_MS).toISOString(),
    });
    test.ctx.setBusinessTime(START + 48 * HOUR_MS - 1000);
    expect(await buys(card, shop('7995'))).toBe('57');
    test.ctx.setBusinessTime(START + 48 * HOUR_MS);
    expect(await buys(card, shop('7995'))).toBe('00');
    expect((await read(card, headers)).json().Controls).toContainEqual({
      Control: 'gambling',
      Kind: 'category',
      IsAllowed: true,
      AllowedFrom: null,
    });
  });

  it('stays blocked when it is turned off again during the wait', async () => {
    const { card, headers } = await given();
    for (const isAllowed of [false, true, false]) await change(card, headers, 'gambling', isAllowed);
    test.ctx.setBusinessTime(START + 49 * HOUR_MS);
    expect(await buys(card, shop('7995'))).toBe('57');
  });
});

describe('the controls of a card', () => {
  it('are those that its product leaves to its holder', async () => {
    const { card, headers } = await given({}, {});
    const names = (await read(card, headers)).json().Controls.map((one: { Control: string }) => one.Control);
    expect(names).toEqual(['online', 'overseas', 'wallet', 'alcohol', 'adult']);
    expect((await change(card, headers, 'gambling', true)).json()).toMatchObject({
      error: ['20010'],
      field: 'Control',
    });
    expect((await change(card, headers, 'nonsense', true)).json()).toMatchObject({
      error: ['20010'],
      field: 'Control',
    });
  });

  it('are refused to anybody but its holder, and for a card that is not in use', async () => {
    const [{ card, headers }, other] = [await given(), await given({ status: 'Lost' })];
    expect((await change(card, other.headers, 'online', false)).json().error).toEqual(['10000']);
    expect((await read(card, other.headers)).json().error).toEqual(['10000']);
    expect((await change(other.card, other.headers, 'online', false)).json().error).toEqual(['10001']);
    expect((await read(other.card, other.headers)).json().error).toEqual(['10001']);
    expect(await buys(card, { channel: 'manual' })).toBe('00');
    expect((await read(card, headers)).statusCode).toBe(200);
  });
});
