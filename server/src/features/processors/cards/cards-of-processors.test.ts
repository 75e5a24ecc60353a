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
import { givenRunner } from '../../../../test-support/due-work.ts';
import { givenProduct, type TestCard } from '../../../../test-support/factories.ts';
import { fakeCards, type FakeCards } from '../../../../test-support/processors/fake-cards.ts';
import {
  givenConnection,
  knowSample,
  type TestConnection,
} from '../../../../test-support/processors/given-connection.ts';
import { sampleProcessor } from '../../../../test-support/processors/sample/sample.ts';
import { getApi, givenUser, postApi } from '../../../../test-support/signed-in.ts';
import { postMoney } from '../../../../test-support/transfers.ts';
import { compareCards } from './compare-cards.due.ts';
import { collectNewCards, makeCards } from './make-cards.due.ts';
import { collectStates, tellStates } from './tell-states.due.ts';

let test: TestApp;
let cards: FakeCards;
let connection: TestConnection;

beforeAll(async () => {
  test = await givenApp();
});
beforeEach(async () => {
  cards = fakeCards();
  knowSample(test, { ...sampleProcessor(), api: () => ({ ...noApi, cards }) });
  connection = await givenConnection(test);
});
afterAll(() => test.close());

const refused = async () => ({ kind: 'refused', code: 'not_here' }) as const;
const noApi = { purchase: refused, balance: refused };
const MIA = { firstName: 'Mia', surname: "O'Brien", dateOfBirth: '1990-02-01', mobile: '0400 000 999' };
const HOME = { addressLine1: '14 Banksia Street', suburb: 'Fremantle', state: 'WA', postCode: '6160' };
const SETTINGS = { replacementByCardholder: true, additionalCards: true };
const ofProcessor = () => ({ ...SETTINGS, processor: { connection: connection.id }, pinHeldBy: 'processor' });

/** Lets all work of cards at processors fall due. */
async function runDue(): Promise<void> {
  const runner = givenRunner(test.ctx, [collectNewCards, makeCards, collectStates, tellStates]);
  for (let round = 0; round < 4; round += 1) {
    test.ctx.setSecurityTime(test.ctx.clocks.security.now() + 5_000);
    await runner.runDue();
  }
  await runner.stop();
}

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

/** A holder in use of a card that the processor has made. */
async function inUse(settings: object = {}) {
  const made = await givenProduct(test.ctx, { brand: connection.brand, settings: { ...ofProcessor(), ...settings } });
  const user = await givenUser(test.ctx, { brand: connection.brand, product: made });
  const done = await cards.make({ key: `given-${user.card.id}`, isVirtual: true });
  if (done.kind !== 'done') throw new Error('no card was made');
  await cards.setState({ key: 'given', id: done.value.id }, 'on');
  cards.asked.length = 0;
  cards.told.length = 0;
  await test.ctx.asOwner(
    `UPDATE card SET connection_id = $2, pan_cipher = NULL, pan_key_version = NULL, is_allocated = true WHERE id = $1`,
    [user.card.id, connection.id],
  );
  await test.ctx.asOwner(
    `INSERT INTO processor_card (tenant_id, connection_id, card_id, external_id, state, asked_at, is_due)
     VALUES ($1, $2, $3, $4, 'on', $5, false)`,
    [connection.tenantId, connection.id, user.card.id, done.value.id, new Date(test.ctx.clocks.security.now())],
  );
  const address = { AddressLine1: '14 Banksia Street', Suburb: 'Fremantle', State: 'WA', PostCode: '6160' };
  await test.ctx.asOwner('UPDATE holder SET address = $2 WHERE id = $1', [user.holder.id, JSON.stringify(address)]);
  return { ...user, external: done.value.id };
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
        key: `card-${after?.id}`,
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
      { key: `card-${successor?.id}`, replaces: { id: external, because: 'lost' }, isVirtual: false },
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

describe('the states of cards at a processor', () => {
  async function compare(): Promise<void> {
    if (!('outside' in compareCards)) throw new Error('cards are compared outside of a transaction');
    test.ctx.setSecurityTime(test.ctx.clocks.security.now() + 86_400_000);
    const given = { tenantId: connection.tenantId, plannedAt: 0, atOnce: 1, signal: new AbortController().signal };
    await test.ctx.database.transact(connection.tenantId, await compareCards.outside(test.ctx, given));
  }
  const differing = async () => {
    const viewer = await givenStaff(test.ctx, connection.tenantId, { role: 'viewer' });
    return (await give(test, viewer, 'differing-cards')).body.rows ?? [];
  };

  it('are compared each day: what differs, is missing or is not known here is listed, and goes when it is mended', async () => {
    const [off, gone, same] = [await inUse(), await inUse(), await inUse()];
    const change = (id: string, state: 'on' | 'off') => cards.setState({ key: 'theirs', id }, state);
    await change(off.external, 'off');
    cards.all.delete(gone.external);
    const stranger = await cards.make({ key: 'nobody', isVirtual: true });
    const id = stranger.kind === 'done' ? stranger.value.id : '';
    await compare();
    const rows = await differing();
    expect(rows.map((row) => [row['id'], row['ours'], row['theirs']]).toSorted()).toEqual(
      [
        [off.external, 'on', 'off'],
        [gone.external, 'on', 'missing'],
        [id, '', 'off'],
      ].toSorted(),
    );
    await change(off.external, 'on');
    cards.all.delete(id);
    await compare();
    expect((await differing()).map((row) => row['id'])).toEqual([gone.external]);
    expect(same.external).not.toBe(gone.external);
  });

  it('are sent again where the desk says so', async () => {
    const { card, external } = await inUse();
    await cards.setState({ key: 'theirs', id: external }, 'off');
    await compare();
    cards.told.length = 0;
    const agent = await givenStaff(test.ctx, connection.tenantId);
    const send = () => give(test, agent, 'send-card-state', { input: { card: `card:${card.id}` } });
    expect((await send()).body.rows).toEqual([{ card: `card:${card.id}` }]);
    await runDue();
    expect(cards.told).toMatchObject([{ id: external, state: 'on' }]);
    expect(await differing()).toEqual([]);
    expect((await send()).body).toMatchObject({ error: 'nothing_to_do' });
  });

  it('stay listed while a lost card is on at the processor, whatever is compared', async () => {
    const { card, headers, external } = await inUse();
    const carriesOut = cards.setState.bind(cards);
    cards.setState = async () => ({ kind: 'refused', code: 'http_400' });
    await postApi(test, 'card/lost', headers, referenceOf(card));
    await runDue();
    cards.setState = carriesOut;
    expect(await differing()).toMatchObject([{ id: external, ours: 'closed', theirs: 'http_400' }]);
    await compare();
    expect(await differing()).toMatchObject([{ id: external, ours: 'closed', theirs: 'on' }]);
    const agent = await givenStaff(test.ctx, connection.tenantId);
    await give(test, agent, 'send-card-state', { input: { card: `card:${card.id}` } });
    await runDue();
    expect(cards.told).toMatchObject([{ id: external, state: 'closed', because: 'lost' }]);
    expect(await differing()).toEqual([]);
  });

  it('are sent when a connection is on again, in the order in which they changed', async () => {
    const { card, headers, external } = await inUse();
    const switched = async (isOn: boolean) => {
      await test.ctx.asOwner('UPDATE processor_connection SET is_on = $2 WHERE id = $1', [connection.id, isOn]);
      await test.ctx.processors.refresh();
    };
    await switched(false);
    await postApi(test, 'card/turnCardOff', headers, referenceOf(card));
    await runDue();
    await postApi(test, 'card/lost', headers, referenceOf(card));
    await switched(true);
    test.ctx.setSecurityTime(test.ctx.clocks.security.now() + 120_000);
    await runDue();
    expect(cards.told).toMatchObject([
      { id: external, state: 'off' },
      { id: external, state: 'closed', because: 'lost' },
    ]);
  });

  it('are not missing while the processor makes the plastic', async () => {
    const { external } = await inUse();
    const made = cards.all.get(external);
    if (!made) throw new Error('no card');
    cards.all.set(external, { ...made, state: 'beingMade' });
    await compare();
    expect(await differing()).toEqual([]);
  });

  it('are listed where the processor refuses a command', async () => {
    const { card, headers, external } = await inUse();
    await cards.setState({ key: 'theirs', id: external }, 'closed');
    await postApi(test, 'card/turnCardOff', headers, referenceOf(card));
    await runDue();
    expect(await differing()).toMatchObject([{ id: external, ours: 'off', theirs: 'card_closed' }]);
  });
});
