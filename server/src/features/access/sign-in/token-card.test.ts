import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, givenApp, postForm, signInWithCard, type TestApp } from '../../../../test-support/app.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { givenBrand, givenCard, givenPan, type TestBrand } from '../../../../test-support/factories.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

function post(brand: TestBrand, cardnumber: string, accesscode: string) {
  return postForm(given.app, '/api/token', { grant_type: 'card', ...brandFields(brand), cardnumber, accesscode });
}

async function codeOf(response: ReturnType<typeof post>): Promise<string | undefined> {
  const { statusCode, body } = await response;
  return statusCode === 200 ? undefined : (JSON.parse(body) as { error: string[] }).error[0];
}

describe('POST token, grant card', () => {
  it('signs in with number and access code, typed with spaces and hyphens', async () => {
    const card = await givenCard(given.ctx, { pan: '9036000000000058', accessCode: '246810' });
    const response = await post(card.brand, '9036 0000-0000 0058', '246-810');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string,
      token_type: 'bearer',
      expires_in: 300,
      refresh_token: expect.stringMatching(/^[0-9a-f-]{36}\.1\.[\w-]{43}$/) as string,
      IsSessionExpiryWarningEnabled: true,
      SessionExpiryWarningMilliseconds: 120_000,
      SessionExpiryTotalMilliseconds: 900_000,
    });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('is a proof for 5 minutes like a password, renewed by the access code', async () => {
    const card = await givenCard(given.ctx);
    const signedIn = await signInWithCard(given.app, card);
    const headers = { authorization: `Bearer ${signedIn.access_token}` };
    const reveal = async () =>
      (await postApi(given, 'card/revealSecureDetails', headers, { Card: card.reference })).statusCode;
    // Plastic cards show nothing, so a 400 means that no proof was asked for.
    expect(await reveal()).toBe(400);
    await given.ctx.asOwner("UPDATE session SET proved_at = proved_at - interval '5 minutes' WHERE card_id = $1", [
      card.id,
    ]);
    expect(await reveal()).toBe(428);
    const proof = { Purpose: 'account', Method: 'accessCode', accesscode: card.accessCode };
    expect((await postApi(given, 'stepUp/Give', headers, proof)).statusCode).toBe(200);
    expect(await reveal()).toBe(400);
  });

  it('signs in with a number of 19 digits', async () => {
    const card = await givenCard(given.ctx, { pan: givenPan(19) });
    expect((await signInWithCard(given.app, card)).token_type).toBe('bearer');
  });

  it('accepts the card id and not the number where the brand uses card ids', async () => {
    const brand = await givenBrand(given.ctx, { settings: { UseCardIdForCardholderAccess: true } });
    const card = await givenCard(given.ctx, { brand });
    expect(await codeOf(post(brand, card.cardId, card.accessCode))).toBeUndefined();
    expect(await codeOf(post(brand, card.pan, card.accessCode))).toBe('10000');
  });

  it('refuses a card id where the brand uses numbers', async () => {
    const card = await givenCard(given.ctx);
    expect(await codeOf(post(card.brand, card.cardId, card.accessCode))).toBe('10000');
  });

  it('answers 10000 alike to a wrong code and an unknown card', async () => {
    const card = await givenCard(given.ctx);
    const wrong = await post(card.brand, card.pan, '999999');
    const unknown = await post(card.brand, givenPan(), card.accessCode);
    const words = (body: string) => body.replace(/"requestId":"[^"]+"/, '');
    expect([wrong.statusCode, unknown.statusCode]).toEqual([400, 400]);
    expect(words(wrong.body)).toBe(words(unknown.body));
    expect(wrong.json()).toMatchObject({ error: ['10000'] });
  });

  it.each(['NotIssued', 'Ordered', 'Replaced', 'Expired', 'Closed'])('refuses a card that is %s', async (status) => {
    const card = await givenCard(given.ctx, { status });
    expect(await codeOf(post(card.brand, card.pan, card.accessCode))).toBe('10000');
  });

  it.each(['Active', 'ActiveOff', 'Restricted', 'Lost', 'Stolen'])(
    'signs in the holder of a card that is %s',
    async (status) => {
      const card = await givenCard(given.ctx, { status });
      expect(await codeOf(post(card.brand, card.pan, card.accessCode))).toBeUndefined();
    },
  );

  it('refuses a card after its expiry month has ended in Melbourne', async () => {
    const card = await givenCard(given.ctx, { expiry: '2026-11' });
    const before = given.ctx.clocks.business.now();
    given.ctx.setBusinessTime('2026-11-30T12:59:59Z');
    expect(await codeOf(post(card.brand, card.pan, card.accessCode))).toBeUndefined();
    given.ctx.setBusinessTime('2026-11-30T13:00:00Z');
    expect(await codeOf(post(card.brand, card.pan, card.accessCode))).toBe('10000');
    given.ctx.setBusinessTime(before);
  });

  it('refuses a card that has no access code', async () => {
    const card = await givenCard(given.ctx, { accessCode: null });
    expect(await codeOf(post(card.brand, card.pan, '135790'))).toBe('10000');
  });

  it("does not know another brand's card", async () => {
    const card = await givenCard(given.ctx);
    expect(await codeOf(post(await givenBrand(given.ctx), card.pan, card.accessCode))).toBe('10000');
  });
});

describe('the lock of POST token, grant card', () => {
  it.each(['known', 'unknown'])(
    'answers 20245 for a card that is %s from the 5th failure, for 30 minutes',
    async (which) => {
      const card = await givenCard(given.ctx);
      const number = which === 'known' ? card.pan : givenPan();
      const codes: (string | undefined)[] = [];
      for (let attempt = 0; attempt < 6; attempt += 1) codes.push(await codeOf(post(card.brand, number, '000000')));
      expect(codes).toEqual(['10000', '10000', '10000', '10000', '20245', '20245']);
      given.ctx.advance(30 * MINUTE);
      expect(await codeOf(post(card.brand, number, '000000'))).toBe('10000');
    },
  );

  it('refuses the right code until it ends', async () => {
    const card = await givenCard(given.ctx);
    for (let attempt = 0; attempt < 5; attempt += 1) await post(card.brand, card.pan, '000000');
    given.ctx.advance(30 * MINUTE - 1);
    expect(await codeOf(post(card.brand, card.pan, card.accessCode))).toBe('20245');
    given.ctx.advance(1);
    expect(await codeOf(post(card.brand, card.pan, card.accessCode))).toBeUndefined();
  });

  it('lasts 24 hours after 10 failures in 24 hours, for known and unknown cards', async () => {
    const card = await givenCard(given.ctx);
    for (const number of [card.pan, givenPan()]) {
      for (let attempt = 0; attempt < 5; attempt += 1) await post(card.brand, number, '000000');
      given.ctx.advance(30 * MINUTE);
      for (let attempt = 0; attempt < 5; attempt += 1) await post(card.brand, number, '000000');
      given.ctx.advance(24 * HOUR - 1);
      expect(await codeOf(post(card.brand, number, card.accessCode))).toBe('20245');
      given.ctx.advance(1);
      expect(await codeOf(post(card.brand, number, card.accessCode))).not.toBe('20245');
    }
  });

  it('does not end an open session', async () => {
    const card = await givenCard(given.ctx);
    const { access_token } = await signInWithCard(given.app, card);
    for (let attempt = 0; attempt < 5; attempt += 1) await post(card.brand, card.pan, '000000');
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await given.app.inject({ url: '/api/card/cards', headers })).statusCode).toBe(200);
  });

  it('checks concurrent guesses one after the other', async () => {
    const card = await givenCard(given.ctx);
    const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(post(card.brand, card.pan, '000000'))));
    expect(codes.filter((code) => code === '10000')).toHaveLength(4);
    expect(codes.filter((code) => code === '20245')).toHaveLength(8);
  });
});
