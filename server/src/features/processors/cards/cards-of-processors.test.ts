import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  askActivation,
  CODE,
  givenActivation,
  newEmail,
  rowOf,
  setUpAccount,
} from '../../../../test-support/activation.ts';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenProduct, type TestCard } from '../../../../test-support/factories.ts';
import { type CardsOfProcessor, givenCardsOfProcessor } from '../../../../test-support/processors/given-cards.ts';
import { getApi, givenUser, postApi } from '../../../../test-support/signed-in.ts';
import { postMoney } from '../../../../test-support/transfers.ts';

let test: TestApp;
let cards: CardsOfProcessor['cards'];
let connection: CardsOfProcessor['connection'];
let ofProcessor: CardsOfProcessor['settings'];
let runDue: CardsOfProcessor['runDue'];
let inUse: CardsOfProcessor['inUse'];

beforeAll(async () => {
  test = await givenApp();
});
beforeEach(async () => {
  ({ cards, connection, settings: ofProcessor, runDue, inUse } = await givenCardsOfProcessor(test));
});
afterAll(() => test.close());

const MIA = { firstName: 'Mia', surname: "O'Brien", dateOfBirth: '1990-02-01', mobile: '0400 000 999' };
const HOME = { addressLine1: '14 Banksia Street', suburb: 'Fremantle', state: 'WA', postCode: '6160' };

type Stored = {
  readonly id: string;
  readonly status: string;
  readonly last4: string;
  readonly masked_number: string;
  readonly expiry: string;
  readonly is_sealed: boolean;
  readonly pan_hash: Buffer | null;
  readonly card_id: string;
  readonly external_id: string | null;
  readonly state: string;
};
const storedCards = (where: string, value: unknown) =>
  test.ctx.asOwner<Stored>(
    `SELECT c.id::text, c.status, c.last4, c.masked_number, c.expiry, c.pan_cipher IS NOT NULL AS is_sealed, c.pan_hash,
            c.card_id, p.external_id, p.state
       FROM card c JOIN processor_card p ON p.card_id = c.id WHERE ${where} = $1 ORDER BY c.id`,
    [value],
  );

/** A card that the desk issues to Mia, of a product whose cards the processor makes. */
async function issued(settings: object = {}, more: object = {}) {
  const made = await givenProduct(test.ctx, {
    brand: connection.brand,
    settings: { ...ofProcessor(), ...settings },
    ...more,
  });
  const agent = await givenStaff(test.ctx, connection.tenantId);
  const input = { brand: connection.brand.identifier, product: String(made.id), ...MIA, ...HOME };
  const { body } = await give(test, agent, 'issue-card', { input, reason: 'asked at the counter' });
  const cardId = String(body.rows?.[0]?.['cardId']);
  await test.ctx.asOwner('UPDATE card SET activation_code_hash = $2 WHERE card_id = $1', [
    cardId,
    await test.ctx.secrets.hashSecret(CODE),
  ]);
  return { cardId, number: String(body.rows?.[0]?.['number']), product: made, agent };
}

const referenceOf = (card: TestCard) => ({ Card: card.reference });

describe('a card that its processor makes', () => {
  it('is shown as being made until the processor answers, and keeps no number', async () => {
    const { cardId, number } = await issued();
    const digits = cardId.padEnd(16, '•');
    expect(number).toBe(digits.replace(/.{4}(?=.)/gu, '$& '));
    const [before] = await storedCards('c.card_id', cardId);
    expect(before).toMatchObject({ last4: '••••', is_sealed: false, pan_hash: null, external_id: null });
    await runDue();
    const [after] = await storedCards('c.card_id', cardId);
    const [id, pan] = [...cards.numbers][0] ?? ['', ''];
    expect(after).toMatchObject({
      external_id: id,
      last4: pan.slice(-4),
      masked_number: `${pan.slice(0, 4)} ${pan.slice(4, 6)}•• •••• ${pan.slice(-4)}`,
      expiry: '2030-04',
      is_sealed: false,
    });
    expect(after?.pan_hash?.equals(test.ctx.secrets.panHash(pan).hash)).toBe(true);
    expect(cards.asked).toEqual([
      {
        key: expect.stringMatching(`^card-${after?.id}-\\d{13}$`) as string,
        isVirtual: false,
        person: {
          name: "MIA O'BRIEN",
          street: ['14 Banksia Street'],
          suburb: 'Fremantle',
          state: 'WA',
          postcode: '6160',
          country: 'AU',
        },
      },
    ]);
    // The order of our own card maker leaves it out.
    const orders = await test.ctx.asOwner("SELECT key FROM due_work WHERE job = 'cards.make' AND key = $1", [
      after?.id,
    ]);
    expect(orders).toEqual([]);
  });

  it('is activated by its number without a PIN, and is on at the processor from then on', async () => {
    const { cardId } = await issued();
    await runDue();
    const [[, pan] = ['', '']] = cards.numbers;
    expect((await askActivation(test, connection.brand, pan)).statusCode).toBe(200);
    const activation = await givenActivation(test, { brand: connection.brand, pan } as TestCard);
    await setUpAccount(activation, newEmail());
    expect((await activation.post('card/activate', {})).json()).toMatchObject({ IsSuccessful: true });
    expect(cards.told).toEqual([]);
    await runDue();
    const [card] = await storedCards('c.card_id', cardId);
    expect(card).toMatchObject({ status: 'Active', state: 'on' });
    expect(cards.told).toMatchObject([{ state: 'on' }]);
    const pvv = await rowOf(test, 'SELECT pvv FROM card WHERE card_id = $1', [cardId]);
    expect(pvv).toEqual({ pvv: null });
  });

  it('is not made twice where the answer was lost and the processor has forgotten the key', async () => {
    const make = cards.make.bind(cards);
    const keys: string[] = [];
    cards.make = async (wanted) => {
      keys.push(wanted.key);
      await make({ ...wanted, key: `${wanted.key} of call ${keys.length}` });
      return { kind: 'unknown', code: 'timeout' };
    };
    // It does not answer again at first.
    cards.made = async () => ({ kind: 'unknown', code: 'timeout' });
    const { cardId } = await issued();
    await runDue();
    expect(await storedCards('c.card_id', cardId)).toMatchObject([{ external_id: null }]);
    cards.made = async (key) => ({ kind: 'done', value: [...cards.all.values()][keys.indexOf(key)] });
    test.ctx.setSecurityTime(test.ctx.clocks.security.now() + 48 * 3_600_000);
    await runDue();
    const [id] = [...cards.all.keys()];
    expect(await storedCards('c.card_id', cardId)).toMatchObject([{ external_id: id }]);
    expect(keys).toHaveLength(1);
  });

  /** Lets an hour go by, and what is due by then. */
  const anHourLater = async () => {
    test.ctx.setSecurityTime(test.ctx.clocks.security.now() + 3_600_000);
    await runDue();
  };
  const attempts = (id: string | undefined) =>
    rowOf(test, "SELECT attempts, dead_at FROM due_work WHERE job = 'processors.make-card' AND key = $1", [id]);

  it.each(['http_401', 'http_429', 'http_500'])(
    'is made after a weekend of %s, and is listed meanwhile',
    async (code) => {
      const make = cards.make.bind(cards);
      cards.make = async () => ({ kind: 'unknown', code });
      const { cardId } = await issued();
      const listed = async () => {
        const viewer = await givenStaff(test.ctx, connection.tenantId, { role: 'viewer' });
        return (await give(test, viewer, 'differing-cards')).body.rows;
      };
      await runDue();
      expect(await listed()).toEqual([]);
      // More than the 12 attempts after which work is given up.
      for (let hour = 0; hour < 14; hour += 1) await anHourLater();
      const [card] = await storedCards('c.card_id', cardId);
      expect(await attempts(card?.id)).toEqual({ attempts: 0, dead_at: null });
      expect(await listed()).toMatchObject([{ theirs: 'not reached' }]);
      cards.make = make;
      await anHourLater();
      expect(await storedCards('c.card_id', cardId)).toMatchObject([{ external_id: [...cards.all.keys()][0] }]);
      expect(await listed()).toEqual([]);
    },
  );

  it('is not looked up where no order for it was sent, unless its key is so old that a restore may lack the note', async () => {
    const make = cards.make.bind(cards);
    const lookedUp: string[] = [];
    cards.made = async (key) => {
      lookedUp.push(key);
      return { kind: 'done', value: undefined };
    };
    cards.make = async () => ({ kind: 'unsent', code: 'breaker_open' });
    const { cardId } = await issued();
    await runDue();
    await anHourLater();
    await anHourLater();
    expect(lookedUp).toEqual([]);
    cards.make = async () => ({ kind: 'unknown', code: 'timeout' });
    await anHourLater();
    expect(lookedUp).toEqual([]);
    // It may have been sent from now on, whatever later calls do.
    cards.make = async () => ({ kind: 'unsent', code: 'breaker_open' });
    await anHourLater();
    const before = lookedUp.length;
    expect(before).toBeGreaterThan(0);
    await anHourLater();
    expect(lookedUp.length).toBeGreaterThan(before);
    // A day has gone by.
    await test.ctx.asOwner('UPDATE processor_card SET is_make_sent = false WHERE external_id IS NULL');
    test.ctx.setSecurityTime(test.ctx.clocks.security.now() + 18 * 3_600_000);
    lookedUp.length = 0;
    cards.make = make;
    await runDue();
    expect(lookedUp).toHaveLength(1);
    expect(await storedCards('c.card_id', cardId)).toMatchObject([{ external_id: [...cards.all.keys()][0] }]);
  });

  it('is looked up where the process ended before it heard the answer', async () => {
    const make = cards.make.bind(cards);
    const calls: string[] = [];
    cards.make = async (wanted) => {
      calls.push(wanted.key);
      await make(wanted);
      throw new Error('the server ends here');
    };
    const { cardId } = await issued();
    await runDue();
    await anHourLater();
    const [id] = [...cards.all.keys()];
    expect([calls.length, await storedCards('c.card_id', cardId)]).toMatchObject([1, [{ external_id: id }]]);
  });

  it('cannot be activated while it is being made', async () => {
    const { cardId } = await issued();
    expect((await askActivation(test, connection.brand, cardId)).json()).toMatchObject({ error: ['10001'] });
    await runDue();
    expect((await askActivation(test, connection.brand, cardId)).statusCode).toBe(200);
  });

  it('has as many tries by number and id together as by one', async () => {
    const { cardId } = await issued();
    await runDue();
    const [[, pan] = ['', '']] = cards.numbers;
    const tries = async (name: string) => (await askActivation(test, connection.brand, name, '000000')).json().error[0];
    const byNumber = [await tries(pan), await tries(pan), await tries(pan)];
    const byId = [await tries(cardId), await tries(cardId)];
    expect(new Set([...byNumber, ...byId.slice(0, 1)])).toEqual(new Set(['20051']));
    // Locked after five, by either name.
    expect((await askActivation(test, connection.brand, cardId)).statusCode).toBe(400);
    expect((await askActivation(test, connection.brand, pan)).statusCode).toBe(400);
  });

  it('is activated by the id of its letter where the processor tells no number', async () => {
    cards.tellsNumbers = false;
    const { cardId } = await issued();
    await runDue();
    const [card] = await storedCards('c.card_id', cardId);
    expect(card).toMatchObject({ pan_hash: null, masked_number: `•••• •••• •••• ${card?.last4}` });
    expect((await askActivation(test, connection.brand, cardId)).statusCode).toBe(200);
    // The id of a card whose number is kept here names it only where the brand uses ids.
    const other = await givenUser(test.ctx, { brand: connection.brand, activationCode: CODE, status: 'NotIssued' });
    expect((await askActivation(test, connection.brand, other.card.cardId)).statusCode).toBe(400);
  });

  it('is allocated to a holder by two members of staff', async () => {
    const made = await givenProduct(test.ctx, { brand: connection.brand, settings: ofProcessor() });
    const { card } = await givenUser(test.ctx, { brand: connection.brand });
    const agent = await givenStaff(test.ctx, connection.tenantId);
    const input = { account: card.account.accountNumber, product: String(made.id), nameOnCard: 'MIA WU' };
    const { body } = await give(test, agent, 'allocate-card', { input, reason: 'asked at the counter' });
    expect(body.error).toBeUndefined();
    expect(body.request).toBeDefined();
  });

  it('waits at the desk without an address', async () => {
    const { cardId } = await issued({}, {});
    await test.ctx.asOwner(
      'UPDATE holder SET address = NULL WHERE id = (SELECT holder_id FROM card WHERE card_id = $1)',
      [cardId],
    );
    await runDue();
    const [card] = await storedCards('c.card_id', cardId);
    expect(card).toMatchObject({ external_id: null });
    const dead = await rowOf(test, "SELECT last_error FROM due_work WHERE job = 'processors.make-card' AND key = $1", [
      card?.id,
    ]);
    expect(dead).toEqual({ last_error: 'no_address' });
    expect(cards.asked).toEqual([]);
  });
});

describe('a card in use of a processor', () => {
  it('is turned off and on in the order in which its holder did it', async () => {
    const { card, headers, external } = await inUse();
    for (const path of ['card/turnCardOff', 'card/turnCardOn']) {
      await postApi(test, path, headers, referenceOf(card));
      await runDue();
    }
    expect(cards.told.map(({ id, state }) => ({ id, state }))).toEqual([
      { id: external, state: 'off' },
      { id: external, state: 'on' },
    ]);
    expect(new Set(cards.told.map(({ key }) => key)).size).toBe(2);
  });

  it('is closed as lost, and its successor is made in its place', async () => {
    const { card, headers, external } = await inUse();
    await postApi(test, 'card/lost', headers, referenceOf(card));
    await postMoney(test, 'card/replace', headers, { ...referenceOf(card), IsCardDamaged: false });
    await runDue();
    expect(cards.told).toMatchObject([{ id: external, state: 'closed', because: undefined }]);
    const [successor] = await storedCards('c.replaces_id', card.id);
    expect(cards.asked).toMatchObject([
      {
        key: expect.stringContaining(`card-${successor?.id}-`) as string,
        replaces: { id: external, because: 'lost' },
        isVirtual: false,
      },
    ]);
    expect(successor).toMatchObject({ status: 'Ordered', is_sealed: false });
  });

  it('is closed with the report of its holder where nothing replaces it yet', async () => {
    const { card, headers, external } = await inUse();
    await postApi(test, 'card/lost', headers, referenceOf(card));
    await runDue();
    expect(cards.told).toMatchObject([{ id: external, state: 'closed', because: 'lost' }]);
  });

  it('gets an additional card and virtual ones from the processor', async () => {
    const virtual = await givenProduct(test.ctx, {
      brand: connection.brand,
      isReloadable: false,
      isVirtual: true,
      settings: ofProcessor(),
    });
    const { card, headers, holder } = await inUse({ virtualCards: { product: virtual.id } });
    await test.ctx.asOwner('UPDATE holder SET is_kyc_verified = true WHERE id = $1', [holder.id]);
    await postMoney(test, 'card/orderAdditionalCard', headers, { memberNumber: card.account.accountNumber });
    const made = await postApi(test, 'card/createVirtual', headers, { ...referenceOf(card), Kind: 'SingleUse' });
    const { Card: reference } = made.json<{ Card: { MaskedCardNumber: string } }>();
    expect(reference.MaskedCardNumber).toMatch(/^\d{4} \d{4} \d{3}• ••••$/);
    const listed = (await getApi(test, 'card/cards', headers)).json<{ cards: { value: Record<string, unknown> }[] }>();
    expect(listed.cards.map(({ value }) => [value['IsBeingMade'], value['NumberHeldBy'], value['PinHeldBy']])).toEqual([
      [false, 'processor', 'processor'],
      [true, 'processor', 'processor'],
      [true, 'processor', 'processor'],
    ]);
    await runDue();
    expect(cards.asked.map(({ isVirtual }) => isVirtual).toSorted()).toEqual([false, true]);
    const after = (await getApi(test, 'card/cards', headers)).json<{ cards: { value: Record<string, unknown> }[] }>();
    expect(after.cards.map(({ value }) => value['IsBeingMade'])).toEqual([false, false, false]);
    const shown = await postApi(test, 'card/revealSecureDetails', headers, {
      Card: {
        AccountNumber: after.cards[2]?.value['AccountNumber'],
        MaskedCardNumber: after.cards[2]?.value['MaskedCardNumber'],
        ExpirationDate: after.cards[2]?.value['ExpirationDate'],
      },
    });
    // Card problem: the processor shows the number.
    expect(shown.json()).toMatchObject({ error: ['10001'] });
  });

  it('keeps its PIN at the processor', async () => {
    const { card, headers } = await inUse();
    const changed = await postApi(test, 'card/changePin', headers, {
      memberNumber: card.account.accountNumber,
      maskedCard: card.reference.MaskedCardNumber,
      expiryDate: card.reference.ExpirationDate,
      pin: '7391',
      password: 'Golden-Wattle-2026',
    });
    expect(changed.json()).toMatchObject({ error: ['10001'] });
  });
});
