import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, givenApp, postForm, type TestApp } from '../../../../test-support/app.ts';
import { codeOf } from '../../../../test-support/cookies.ts';
import {
  givenBrand,
  givenCard,
  givenPan,
  type CardGiven,
  type TestBrand,
  type TestCard,
} from '../../../../test-support/factories.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

const OPEN = { UseCardIdForCardholderAccess: true, AllowGetCardAccessDetails: true };

async function givenPinCard(more: CardGiven = {}): Promise<TestCard> {
  const brand = await givenBrand(given.ctx, { settings: OPEN });
  return givenCard(given.ctx, { brand, pin: '4826', ...more });
}

const grant = (brand: TestBrand, cardnumber: string) =>
  postForm(given.app, '/api/token', { grant_type: 'cardaccess', ...brandFields(brand), cardnumber });

async function tokenFor(brand: TestBrand, number: string): Promise<string> {
  return (await grant(brand, number)).json<{ access_token: string }>().access_token;
}

function ask(token: string, PinNumber: string) {
  const headers = { authorization: `Bearer ${token}` };
  return given.app.inject({ method: 'POST', url: '/api/cardaccess/details', headers, payload: { PinNumber } });
}

/** The whole way: a token for the number, then the PIN. */
const tryPin = async (brand: TestBrand, number: string, pin: string) => ask(await tokenFor(brand, number), pin);

const signIn = (card: TestCard, accesscode: string) =>
  postForm(given.app, '/api/token', {
    grant_type: 'card',
    ...brandFields(card.brand),
    cardnumber: card.cardId,
    accesscode,
  });

const words = (body: string) => body.replace(/"requestId":"[^"]+"/, '');

describe('POST token, grant cardaccess', () => {
  it('gives a token for any well-formed number, known or not, in the same shape', async () => {
    const card = await givenPinCard();
    const known = await grant(card.brand, card.pan);
    const unknown = await grant(card.brand, givenPan(19));
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 200]);
    const shape = (body: string) =>
      body.replace(/"(access|refresh)_token":"[^"]+"/g, (_, which: string) => `"${which}"`);
    expect(shape(unknown.body)).toBe(shape(known.body));
    expect(known.json()).toMatchObject({ expires_in: 300, IsSessionExpiryWarningEnabled: false });
  });

  it.each(['123', '90360000000000581', 'abcdefghijklmnop', '10000000017'])(
    'refuses %s, which is not a card number',
    async (typed) => {
      const brand = await givenBrand(given.ctx, { settings: OPEN });
      expect((await grant(brand, typed)).json()).toMatchObject({ error: ['20010'], field: 'cardnumber' });
    },
  );

  it.each([
    { UseCardIdForCardholderAccess: false, AllowGetCardAccessDetails: true },
    { UseCardIdForCardholderAccess: true, AllowGetCardAccessDetails: false },
  ])('answers 10000 in a brand with %j', async (settings) => {
    const brand = await givenBrand(given.ctx, { settings });
    const card = await givenCard(given.ctx, { brand, pin: '4826' });
    expect(codeOf(await grant(brand, card.pan))).toBe('10000');
  });

  it('gives a session that ends after 5 minutes, also when it is refreshed', async () => {
    const card = await givenPinCard();
    const first = (await grant(card.brand, card.pan)).json<{ refresh_token: string }>();
    given.ctx.advance(4 * MINUTE);
    const refresh = (refresh_token: string) =>
      postForm(given.app, '/api/token', {
        grant_type: 'refresh_token',
        ...brandFields(card.brand),
        refresh_token,
        active: 'true',
      });
    const second = (await refresh(first.refresh_token)).json<{ access_token: string; refresh_token: string }>();
    given.ctx.advance(MINUTE);
    expect((await ask(second.access_token, '4826')).statusCode).toBe(401);
    expect(codeOf(await refresh(second.refresh_token))).toBe('20245');
  });
});

describe('POST cardaccess/details', () => {
  it('returns card id and a new access code for the PIN, and ends the old code and the token', async () => {
    const card = await givenPinCard();
    const token = await tokenFor(card.brand, card.pan);
    const response = await ask(token, '4826');
    expect(response).toMatchObject({ statusCode: 200 });
    expect(response.headers['cache-control']).toBe('no-store');
    const details = response.json<{ CardId: string; AccessCode: string }>();
    expect(details).toEqual({ CardId: card.cardId, AccessCode: expect.stringMatching(/^\d{6}$/) as string });
    expect(codeOf(await signIn(card, card.accessCode))).toBe('10000');
    expect((await signIn(card, details.AccessCode)).statusCode).toBe(200);
    expect((await ask(token, '4826')).statusCode).toBe(401);
  });

  it('answers 20050 alike to a wrong PIN, an unknown card and a card without a PIN', async () => {
    const card = await givenPinCard();
    const bare = await givenCard(given.ctx, { brand: card.brand });
    const answers = await Promise.all([
      tryPin(card.brand, card.pan, '1111'),
      tryPin(card.brand, givenPan(), '4826'),
      tryPin(card.brand, bare.pan, '4826'),
      tryPin(card.brand, card.pan, '48x6'),
    ]);
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${words(body)}`)).size).toBe(1);
    expect(answers.map(codeOf)).toEqual(['20050', '20050', '20050', '20050']);
    expect((await signIn(card, card.accessCode)).statusCode).toBe(200);
  });

  it('refuses the right PIN for 24 hours after the third wrong one', async () => {
    const card = await givenPinCard();
    for (const pin of ['1111', '2222', '3333']) expect(codeOf(await tryPin(card.brand, card.pan, pin))).toBe('20050');
    given.ctx.advance(24 * HOUR - 1);
    expect(codeOf(await tryPin(card.brand, card.pan, '4826'))).toBe('20050');
    given.ctx.advance(1);
    expect(codeOf(await tryPin(card.brand, card.pan, '4826'))).toBeUndefined();
  });

  it('checks concurrent PINs one by one, and no more than three', async () => {
    const card = await givenPinCard();
    const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenFor(card.brand, card.pan)));
    await Promise.all(tokens.map((token) => ask(token, '1111')));
    expect(codeOf(await tryPin(card.brand, card.pan, '4826'))).toBe('20050');
    const [row] = await given.ctx.asOwner<{ lines: string; locks: string }>(
      `SELECT count(*) AS lines, count(*) FILTER (WHERE action = 'card.access_details_locked') AS locks
         FROM audit_log WHERE object = $1 AND action LIKE 'card.access_details%'`,
      [`card:${card.id}`],
    );
    expect(row).toEqual({ lines: '11', locks: '1' });
  });

  it('counts wrong PINs separately from those at the card network', async () => {
    const card = await givenPinCard();
    for (const pin of ['1111', '2222', '3333']) await tryPin(card.brand, card.pan, pin);
    const rows = await given.ctx.asOwner('SELECT network_pin_failures FROM card WHERE id = $1', [card.id]);
    expect(rows).toEqual([{ network_pin_failures: 0 }]);
  });

  it('returns a new code that signs in to a locked card id', async () => {
    const card = await givenPinCard();
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn(card, '000000');
    expect(codeOf(await signIn(card, card.accessCode))).toBe('20245');
    const { AccessCode } = (await tryPin(card.brand, card.pan, '4826')).json<{ AccessCode: string }>();
    expect((await signIn(card, AccessCode)).statusCode).toBe(200);
  });

  it('leaves no PIN, number or code in the audit log', async () => {
    const card = await givenPinCard({ pan: '9036000000000967', pin: '7359' });
    await tryPin(card.brand, card.pan, '6842');
    const { AccessCode } = (await tryPin(card.brand, card.pan, '7359')).json<{ AccessCode: string }>();
    const rows = await given.ctx.asOwner(`SELECT row_to_json(a) AS line FROM audit_log a WHERE object = $1`, [
      `card:${card.id}`,
    ]);
    const lines = rows.map(({ line }) => {
      const { action, outcome, details } = line as { action: string; outcome: string; details: object };
      return { action, outcome, details };
    });
    expect(lines).toEqual([
      { action: 'card.access_details_asked', outcome: 'identity_not_verified', details: {} },
      { action: 'card.access_details_asked', outcome: 'ok', details: {} },
    ]);
    expect(AccessCode).toMatch(/^\d{6}$/);
  });

  it('refuses a PIN that is not four characters, without counting it', async () => {
    const card = await givenPinCard();
    const token = await tokenFor(card.brand, card.pan);
    for (const pin of ['123', '12345', '', '    ', '482']) {
      expect((await ask(token, pin)).json()).toMatchObject({ error: ['20010'], field: 'PinNumber' });
    }
    expect((await ask(token, '4826')).statusCode).toBe(200);
  });

  it("does not open another brand's card of the same number", async () => {
    const card = await givenPinCard();
    const other = await givenBrand(given.ctx, { settings: OPEN });
    expect(codeOf(await tryPin(other, card.pan, '4826'))).toBe('20050');
    expect((await signIn(card, card.accessCode)).statusCode).toBe(200);
  });
});

describe('POST token, grant accountnumber', () => {
  const reset = (brand: TestBrand, accountNumber: string) =>
    postForm(given.app, '/api/token', { grant_type: 'accountnumber', ...brandFields(brand), accountNumber });

  it('gives a token for any well-formed number, known or not, which reaches no other call and ends after 10 minutes', async () => {
    const card = await givenCard(given.ctx);
    for (const number of [card.account.accountNumber, '999999990']) {
      const { access_token, refresh_token } = (await reset(card.brand, number)).json<Record<string, string>>();
      const headers = { authorization: `Bearer ${access_token}` };
      expect((await given.app.inject({ url: '/api/card/cards', headers })).statusCode).toBe(403);
      given.ctx.advance(10 * MINUTE);
      const refresh = { grant_type: 'refresh_token', ...brandFields(card.brand), refresh_token: refresh_token ?? '' };
      expect(codeOf(await postForm(given.app, '/api/token', refresh))).toBe('20245');
    }
  });

  it('refuses text that is not an account number', async () => {
    const brand = await givenBrand(given.ctx);
    expect((await reset(brand, '12345678')).json()).toMatchObject({ error: ['20010'], field: 'accountNumber' });
  });
});
