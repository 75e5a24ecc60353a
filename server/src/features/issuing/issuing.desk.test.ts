import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askActivation, rowOf } from '../../../test-support/activation.ts';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenProduct, givenTenant } from '../../../test-support/factories.ts';
import { getApi, givenUser, postApi } from '../../../test-support/signed-in.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import { deliverDue } from '../messages/deliver-messages.due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const NUMBERS = { cardNumbers: { prefix: '903600', length: 16 } } as const;
const MIA = { firstName: 'Mia', surname: "O'Brien", dateOfBirth: '1990-02-01', mobile: '0400 000 999' };

async function given(product: object = {}) {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const agent = await givenStaff(test.ctx, brand.tenantId);
  const made = await givenProduct(test.ctx, { brand, settings: NUMBERS, ...product });
  return { brand, agent, product: made };
}

/** The code of the message that went out last. */
async function codeSent(): Promise<string> {
  const { transports, texts } = givenTransports();
  await deliverDue(test.ctx, transports);
  return /\b\d{6}\b/.exec(texts.at(-1)?.text ?? '')?.[0] ?? '';
}

describe('issue-card', () => {
  it('creates holder, account and card, and sends the code that activates the card', async () => {
    const { brand, agent, product } = await given();
    const input = { brand: brand.identifier, product: String(product.id), ...MIA };
    const { body } = await give(test, agent, 'issue-card', { input, reason: 'asked at the counter' });
    const row = body.rows?.[0];
    expect(row).toEqual({
      account: expect.stringMatching(/^\d{9}$/),
      number: expect.stringMatching(/^9036 00•• •••• \d{4}$/),
      cardId: expect.stringMatching(/^\d{11}$/),
      letter: false,
    });
    const made = await rowOf<{ id: string; status: string }>(
      test,
      `SELECT c.id, c.status, h.surname, c.holder_id = a.primary_holder_id AS is_primary
         FROM card c JOIN member_account a ON a.id = c.member_account_id JOIN holder h ON h.id = c.holder_id
        WHERE a.account_number = $1`,
      [String(row?.['account'])],
    );
    // Plastic is made before it is activated.
    expect(made).toMatchObject({ status: 'Ordered', surname: "O'Brien", is_primary: true });
    const card = await rowOf<{ pan_cipher: Buffer; pan_key_version: number }>(
      test,
      'SELECT pan_cipher, pan_key_version FROM card WHERE id = $1',
      [made?.id],
    );
    if (!card || !made) throw new Error('no card');
    const pan = test.ctx.secrets.decrypt(card.pan_cipher, card.pan_key_version, 'pan', BigInt(made.id));
    expect((await askActivation(test, brand, pan, await codeSent())).statusCode).toBe(200);
  });

  it('leaves a virtual card not issued until its activation, without a card maker', async () => {
    const { brand, agent, product } = await given({ isVirtual: true });
    const input = { brand: brand.identifier, product: String(product.id), ...MIA };
    const { body } = await give(test, agent, 'issue-card', { input, reason: 'asked at the counter' });
    const made = await rowOf(test, 'SELECT status FROM card WHERE card_id = $1', [String(body.rows?.[0]?.['cardId'])]);
    expect(made).toEqual({ status: 'NotIssued' });
  });

  it.each<[string, object, string, string]>([
    ['another brand’s product', { product: '999999999' }, 'not_found', 'product'],
    ['no way to send the code', { mobile: '' }, 'input_invalid', 'activationCode'],
    ['a day of birth that has not come', { dateOfBirth: '2030-01-01' }, 'input_invalid', 'dateOfBirth'],
  ])('is refused for %s', async (_, wrong, error, field) => {
    const { brand, agent, product } = await given();
    const input = { brand: brand.identifier, product: String(product.id), ...MIA, ...wrong };
    const { body } = await give(test, agent, 'issue-card', { input, reason: 'asked at the counter' });
    expect(body).toMatchObject({ error, field });
  });
});

describe('issue-card for an existing holder', () => {
  it('opens a separate account, lists the card and sends its code', async () => {
    const { brand, agent, product } = await given();
    const user = await givenUser(test.ctx, { brand });
    const { accountNumber } = user.card.account;
    const input = { brand: brand.identifier, product: String(product.id), holderOf: accountNumber };
    const { body } = await give(test, agent, 'issue-card', { input, reason: 'a card for travel' });
    const own = String(body.rows?.[0]?.['account']);
    expect(own).toMatch(/^\d{9}$/);
    expect(own).not.toBe(accountNumber);
    const list = await getApi(test, 'card/cards', user.headers);
    const cards = list.json<{ cards: { value: { AccountNumber: string; CardStatus: string } }[] }>().cards;
    expect(cards.map(({ value }) => [value.AccountNumber, value.CardStatus])).toEqual([
      [accountNumber, 'Active'],
      [own, 'Ordered'],
    ]);
    expect(await codeSent()).toMatch(/^\d{6}$/);
  });

  it.each<[string, object, string, string]>([
    ['what is said of the holder besides', { firstName: 'Mia' }, 'input_invalid', 'firstName'],
    ['an account that is none', { holderOf: '100000001' }, 'not_found', 'holderOf'],
    ['a product that is none', { product: '999999999' }, 'card_problem', 'product'],
  ])('is refused for %s', async (_, wrong, error, field) => {
    const { brand, agent, product } = await given();
    const user = await givenUser(test.ctx, { brand });
    const holderOf = user.card.account.accountNumber;
    const input = { brand: brand.identifier, product: String(product.id), holderOf, ...wrong };
    const { body } = await give(test, agent, 'issue-card', { input, reason: 'a card for travel' });
    expect(body).toMatchObject({ error, field });
  });
});

describe('allocate-card', () => {
  it('lists a card that its code activates, once a second person approved it', async () => {
    const { brand, agent, product } = await given();
    const user = await givenUser(test.ctx, { brand });
    const input = { account: user.card.account.accountNumber, product: String(product.id) };
    const asked = await give(test, agent, 'allocate-card', { input, reason: 'a second card' });
    const listed = async () =>
      (await getApi(test, 'card/cards', user.headers)).json<{
        cards: { value: { CardStatus: string; MaskedCardNumber: string; ExpirationDate: string } }[];
      }>().cards;
    expect(await listed()).toHaveLength(1);
    const approver = await givenStaff(test.ctx, brand.tenantId, { role: 'manager' });
    const approve = () =>
      give(test, approver, 'approve', { input: { request: asked.body.request?.id ?? '' }, reason: 'checked' });
    await Promise.all([approve(), approve()]);
    const cards = await listed();
    expect(cards.map(({ value }) => value.CardStatus)).toEqual(['Active', 'Ordered']);
    const { MaskedCardNumber = '', ExpirationDate = '' } = cards[1]?.value ?? {};
    const reference = { AccountNumber: input.account, MaskedCardNumber, ExpirationDate };
    const code = await codeSent();
    const activate = await postApi(test, 'card/activateAllocatedCard', user.headers, {
      Card: reference,
      code,
      pin: '4826',
    });
    expect(activate.json()).toEqual({ MaskedCardNumber });
  });

  it('is refused for a closed account and for a product that is not reloadable', async () => {
    const { brand, agent, product } = await given();
    const card = await givenCard(test.ctx, { brand });
    const gift = await givenProduct(test.ctx, { brand, isReloadable: false, settings: NUMBERS });
    const ask = (number: number) =>
      give(test, agent, 'allocate-card', {
        input: { account: card.account.accountNumber, product: String(number) },
        reason: 'a second card',
      });
    expect((await ask(gift.id)).body.error).toBe('card_problem');
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [card.account.id]);
    expect((await ask(product.id)).body.error).toBe('not_found');
  });
});

describe('products-of', () => {
  it('lists the reloadable products of the brand that have numbers and suit the age, with an open account', async () => {
    const { brand, agent, product } = await given();
    await givenProduct(test.ctx, { brand, isReloadable: false, settings: NUMBERS });
    await givenProduct(test.ctx, { brand });
    const tenant = { id: brand.tenantId, name: brand.name };
    await givenProduct(test.ctx, { brand: await givenBrand(test.ctx, { tenant }), settings: NUMBERS });
    const { holder, account } = await givenCard(test.ctx, { brand });
    if (!holder) throw new Error('a holder');
    const list = async (by = agent) =>
      (await give(test, by, 'products-of', { input: { person: `holder:${holder.id}` } })).body.rows;
    const listed = [
      expect.objectContaining({
        product: String(product.id),
        brand: brand.identifier,
        holderOf: account.accountNumber,
        kind: 'plastic',
      }),
    ];
    expect(await list()).toEqual(listed);
    expect(await list(await givenStaff(test.ctx, (await givenTenant(test.ctx)).id))).toEqual([]);
    const born = (day: string) =>
      test.ctx.asOwner('UPDATE holder SET date_of_birth = $2 WHERE id = $1', [holder.id, day]);
    const today = new Date(test.ctx.clocks.business.now());
    await born(`${today.getUTCFullYear() - 15}-01-01`);
    expect(await list()).toEqual([]);
    await born(`${today.getUTCFullYear() - 17}-01-01`);
    expect(await list()).toEqual(listed);
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [account.id]);
    expect(await list()).toEqual([]);
  });
});
