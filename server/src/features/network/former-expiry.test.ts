import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenCard, givenPan, givenSession, type TestCard } from '../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { postApi } from '../../../test-support/signed-in.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const OLD = '2026-12';
const NEW = '2029-12';
const NETFLIX = { name: 'NETFLIX.COM', country: 'AU', mcc: '4899' };
const stored = (card: TestCard, given: object = {}) =>
  purchaseOf(card, { channel: 'online', recurring: true, expiry: OLD, merchant: NETFLIX, amount: 16_99, ...given });
const ask = async (message: object) => (await sendNetwork(test, 'authorisations', message)).answer;

/** A card with an approved purchase at a shop, and the successor with the same number that replaced it. */
async function givenRenewed(before: object = {}, successor = 'Active') {
  const pan = givenPan();
  const old = await givenCard(test.ctx, { pan, expiry: OLD, balance: 100_00n });
  expect(await ask(stored(old, before))).toBe('00');
  const { account } = old;
  const renewed = await givenCard(test.ctx, { pan, expiry: NEW, account, status: successor });
  await test.ctx.asOwner("UPDATE card SET status = 'Replaced' WHERE id = $1", [old.id]);
  return { old, renewed };
}

describe('the expiry of a card before its renewal', () => {
  it('is accepted from a shop with a stored card, for the renewed card', async () => {
    const { old, renewed } = await givenRenewed();
    const message = stored(old);
    expect(await ask(message)).toBe('00');
    const [row] = await test.ctx.asOwner('SELECT card_id FROM authorisation WHERE reference = $1', [message.reference]);
    expect(row).toEqual({ card_id: renewed.id.toString() });
    expect(await ask(stored(old, { recurring: false, credentialOnFile: true }))).toBe('00');
    expect(await ask(stored(old, { expiry: NEW }))).toBe('00');
  });

  it.each<[string, object, object]>([
    ['by its name, however it is written', {}, { merchant: { ...NETFLIX, name: 'Netflix.com' } }],
    [
      'by its number at its bank, whatever its name is',
      { merchant: { ...NETFLIX, acceptorId: 'NFLX-AU-1' } },
      { merchant: { ...NETFLIX, name: 'NFLX AUSTRALIA', acceptorId: 'NFLX-AU-1' } },
    ],
    [
      'through the collector of before',
      { merchant: { ...NETFLIX, name: 'PAYPAL *SPOTIFY' } },
      { merchant: { ...NETFLIX, name: 'PAYPAL *SPOTIFY' } },
    ],
  ])('knows the shop %s', async (_how, before, now) => {
    const { old } = await givenRenewed(before);
    expect(await ask(stored(old, now))).toBe('00');
  });

  it.each<[string, object]>([
    ['of a shop that was never paid', { merchant: { ...NETFLIX, name: 'STREAM TUNES' } }],
    ['of the shop through another collector', { merchant: { ...NETFLIX, name: 'PAYPAL *NETFLIX.COM' } }],
    ['of a purchase that is not of a stored card', { recurring: false, cvv2: '000' }],
    ['typed in', { channel: 'manual' }],
    ['of the plastic itself', { channel: 'contactless' }],
  ])('%s is declined with 54', async (_what, given) => {
    const { old } = await givenRenewed();
    expect(await ask(stored(old, given))).toBe('54');
  });

  it('is declined from a shop without an approved purchase', async () => {
    const { old } = await givenRenewed();
    const other = { merchant: { ...NETFLIX, name: 'STREAM TUNES' } };
    expect(await ask(stored(old, other))).toBe('54');
    expect(await ask(stored(old, other))).toBe('54');
  });

  it('is listed with an old expiry as the reason of its decline, and not with a blocked card', async () => {
    const { old, renewed } = await givenRenewed();
    await ask(stored(old, { channel: 'manual' }));
    const { headers } = await givenSession(test.ctx, { card: renewed });
    const list = await postApi(test, 'transaction/recent', headers, { Card: renewed.reference });
    const rows = list.json<{ Transactions: { IsDeclined: boolean; DeclineReason: string; CardEnding: string }[] }>();
    expect(rows.Transactions.filter(({ IsDeclined }) => IsDeclined)).toMatchObject([
      { DeclineReason: 'oldExpiry', CardEnding: renewed.pan.slice(-4) },
    ]);
  });

  it('is checked together with the CVV2 of the former card', async () => {
    const { old } = await givenRenewed();
    const right = test.ctx.secrets.cvv2(old.pan, OLD);
    expect(await ask(stored(old, { cvv2: right }))).toBe('00');
    expect(await ask(stored(old, { cvv2: right === '123' ? '124' : '123' }))).toBe('05');
  });

  it('is declined once the card number is reported lost', async () => {
    const { old, renewed } = await givenRenewed();
    await test.ctx.asOwner("UPDATE card SET status = 'Lost' WHERE id = $1", [renewed.id]);
    expect(await ask(stored(old))).toBe('41');
  });

  it('is declined as an expired card when no card of the number ever had it', async () => {
    const { old } = await givenRenewed();
    const message = stored(old, { expiry: '2027-01' });
    expect(await ask(message)).toBe('54');
    const [row] = await test.ctx.asOwner('SELECT decline_reason FROM authorisation WHERE reference = $1', [
      message.reference,
    ]);
    expect(row).toEqual({ decline_reason: 'cardExpired' });
  });
});

it('accepts the expiry of a card in renewal until the new card is activated', async () => {
  const pan = givenPan();
  const old = await givenCard(test.ctx, { pan, expiry: OLD, balance: 100_00n });
  await givenCard(test.ctx, { pan, expiry: NEW, account: old.account, status: 'NotIssued' });
  const message = stored(old, { channel: 'contactless' });
  expect(await ask(message)).toBe('00');
  const [row] = await test.ctx.asOwner('SELECT card_id FROM authorisation WHERE reference = $1', [message.reference]);
  expect(row).toEqual({ card_id: old.id.toString() });
});
