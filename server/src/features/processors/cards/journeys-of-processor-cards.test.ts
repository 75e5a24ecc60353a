import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askActivation, CODE, givenNewCard, rowOf } from '../../../../test-support/activation.ts';
import { brandFields, givenApp, postForm, signInWithPassword, type TestApp } from '../../../../test-support/app.ts';
import { givenProduct, type TestCard } from '../../../../test-support/factories.ts';
import { type CardsOfProcessor, givenCardsOfProcessor } from '../../../../test-support/processors/given-cards.ts';
import { codeIn, NEW_PASSWORD, resetCalls, sent } from '../../../../test-support/resets.ts';
import { givenUser, postApi, statusOf } from '../../../../test-support/signed-in.ts';
import { renewCards } from '../../cards/renewal/renew-cards.due.ts';

/* Journeys of the portal with a card whose number its processor holds. Activation, replacing, additional and virtual cards
   are in cards-of-processors.test.ts. */

/** 21 November 2026, 01:15 in Melbourne: cards to the end of December are about to expire. */
const NIGHT = Date.parse('2026-11-20T14:15:00Z');

let test: TestApp;
let of: CardsOfProcessor;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
beforeEach(async () => {
  of = await givenCardsOfProcessor(test);
});
afterAll(() => test.close());

/** The processor tells the number of a card, or never did. */
const WAYS = [
  ['where its processor tells the number', true],
  ['where its processor tells no number', false],
] as const;

const forgetNumber = ({ id }: TestCard) =>
  test.ctx.asOwner('UPDATE card SET pan_hash = NULL, pan_hash_key_version = NULL WHERE id = $1', [id]);

/** A card of the processor with the activation code `CODE`, of no holder that is known. */
async function waiting(isNumberTold: boolean): Promise<TestCard> {
  const { brand, id, tenantId } = of.connection;
  const product = await givenProduct(test.ctx, { brand, settings: of.settings() });
  const card = await givenNewCard(test, { brand, product });
  await test.ctx.asOwner(
    'UPDATE card SET connection_id = $2, pan_cipher = NULL, pan_key_version = NULL WHERE id = $1',
    [card.id, id],
  );
  const made = await of.cards.make({ key: `given-${card.id}`, isVirtual: false });
  if (made.kind !== 'done') throw new Error('no card was made');
  await test.ctx.asOwner(
    `INSERT INTO processor_card (tenant_id, connection_id, card_id, external_id, state, asked_at, is_due)
     VALUES ($1, $2, $3, $4, 'off', now(), false)`,
    [tenantId, id, card.id, made.value.id],
  );
  if (!isNumberTold) await forgetNumber(card);
  return card;
}

async function signsIn({ brand, accessCode }: TestCard, cardnumber: string): Promise<boolean> {
  const fields = { grant_type: 'card', ...brandFields(brand), cardnumber, accesscode: accessCode };
  return (await postForm(test.app, '/api/token', fields)).statusCode === 200;
}

describe.each(WAYS)('a card of a processor, %s', (_, isNumberTold) => {
  it('signs in by its number if that is known, and by its id', async () => {
    const { card, webAccount } = await of.inUse();
    if (!isNumberTold) await forgetNumber(card);
    expect(await signsIn(card, card.pan)).toBe(isNumberTold);
    expect(await signsIn(card, card.cardId)).toBe(true);
    expect((await signInWithPassword(test.app, webAccount)).token_type).toBe('bearer');
  });

  it('gets a new access code by its id, and signs in with it', async () => {
    const { card } = await of.inUse();
    if (!isNumberTold) await forgetNumber(card);
    const { brand } = card;
    const asked = await test.app.inject({
      method: 'POST',
      url: '/api/card/requestAccessCode',
      payload: { CardId: card.cardId, Brand: brand.identifier },
    });
    expect(asked.statusCode).toBe(200);
    const { texts, mails } = await sent(test);
    const accessCode = codeIn(texts.at(-1)?.text ?? mails.at(-1)?.text);
    expect(await signsIn({ ...card, accessCode }, card.cardId)).toBe(true);
  });

  it('is added to a login without a PIN', async () => {
    const card = await waiting(isNumberTold);
    const { headers } = await givenUser(test.ctx, { brand: of.connection.brand });
    const name = isNumberTold ? card.pan : card.cardId;
    expect((await postApi(test, 'card/type', headers, { CardNumber: name })).json()).toEqual({ IsReloadable: true });
    const proved = await postApi(test, 'card/verifyCardToBeAdded', headers, {
      number: name,
      code: CODE,
      reloadable: true,
    });
    expect(proved.json()).toMatchObject({ IsSuccessful: true, NextStep: 'confirm' });
    const added = await postApi(test, 'card/add', headers, {
      cardNumber: name,
      isReloadable: true,
      code: CODE,
      brandIdentifier: card.brand.identifier,
    });
    expect(added.statusCode).toBe(200);
    expect(await statusOf(test.ctx, card)).toBe('Active');
    await of.runDue();
    expect(of.cards.told).toMatchObject([{ state: 'on' }]);
  });

  it('opens its activation by what names it, and by nothing else', async () => {
    const card = await waiting(isNumberTold);
    const opens = async (name: string) => (await askActivation(test, card.brand, name)).statusCode === 200;
    expect(await opens(card.pan)).toBe(isNumberTold);
    expect(await opens(card.cardId)).toBe(true);
  });

  it('is renewed by its processor, and the new one is activated in its place', async () => {
    const { card, headers, external } = await of.inUse();
    of.cards.tellsNumbers = isNumberTold;
    await test.ctx.asOwner("UPDATE card SET expiry = '2026-12' WHERE id = $1", [card.id]);
    if (!('outside' in renewCards)) throw new Error('cards are renewed outside of a transaction');
    const given = { tenantId: of.connection.tenantId, plannedAt: NIGHT, atOnce: 1 };
    const settle = await renewCards.outside(test.ctx, { ...given, signal: new AbortController().signal });
    await test.ctx.database.transact(given.tenantId, settle);
    await of.runDue();
    const successor = await rowOf<{ id: string; status: string; is_sealed: boolean; knows_number: boolean }>(
      test,
      `SELECT id::text, status, pan_cipher IS NOT NULL AS is_sealed, pan_hash IS NOT NULL AS knows_number, masked_number,
              expiry
         FROM card WHERE replaces_id = $1`,
      [card.id],
    );
    expect(successor).toMatchObject({
      status: 'Ordered',
      is_sealed: false,
      knows_number: isNumberTold,
      expiry: '2030-04',
    });
    expect(of.cards.asked).toMatchObject([
      {
        key: expect.stringContaining(`card-${successor?.id}-`) as string,
        isVirtual: false,
        replaces: { id: external, because: 'expired' },
      },
    ]);
    // The old one works until the new one does.
    expect(await statusOf(test.ctx, card)).toBe('Active');
    await test.ctx.asOwner('UPDATE card SET activation_code_hash = $2 WHERE id = $1', [
      successor?.id,
      await test.ctx.secrets.hashSecret(CODE),
    ]);
    const { masked_number: MaskedCardNumber, expiry: ExpirationDate } = successor as unknown as Record<string, string>;
    const Card = { AccountNumber: card.account.accountNumber, MaskedCardNumber, ExpirationDate };
    const proved = await postApi(test, 'card/verifyAllocatedActivationCode', headers, { Card, code: CODE });
    expect(proved.json()).toMatchObject({ IsSuccessful: true, NextStep: 'confirm' });
    expect((await postApi(test, 'card/activateAllocatedCard', headers, { Card, code: CODE })).statusCode).toBe(200);
    await of.runDue();
    expect(await statusOf(test.ctx, card)).toBe('Replaced');
    expect(of.cards.told).toContainEqual(expect.objectContaining({ id: external, state: 'closed' }));
    expect(of.cards.told).toContainEqual(expect.objectContaining({ state: 'on' }));
  });

  it('leaves the reset of a password as it is: by account number, answer and code', async () => {
    const { card, holder, webAccount } = await of.inUse();
    if (!isNumberTold) await forgetNumber(card);
    await test.ctx.asOwner('UPDATE holder SET security_question = 1, security_answer_hash = $2 WHERE id = $1', [
      holder.id,
      await test.ctx.secrets.hashSecret('banksia'),
    ]);
    const { post, byAccount, opens } = resetCalls(test);
    const { brand } = card;
    const { token } = await byAccount(brand, card.account.accountNumber);
    await post(brand, 'onlineAccount/VerifyAnswer', { token, answer: 'banksia' });
    const { texts, mails } = await sent(test);
    const code = codeIn(texts.at(-1)?.text ?? mails.at(-1)?.text);
    expect((await post(brand, 'onlineAccount/VerifyResetCode', { token, code })).body).toEqual({ result: true });
    const asked = { token, answer: 'banksia', newPassword: NEW_PASSWORD };
    expect((await post(brand, 'onlineAccount/ResetPassword', asked)).body).toEqual({ result: true });
    expect(await opens(webAccount, NEW_PASSWORD)).toBe(true);
  });
});
