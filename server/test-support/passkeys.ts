import type { startPasskey } from '@wattle/contract/access/passkeys.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { brandFields, type TestApp } from './app.ts';
import { type Authenticator, openAuthenticator, type Deviations } from './authenticator.ts';
import { givenSession, givenWebAccount, type TestBrand } from './factories.ts';
import { type Headers, postApi } from './signed-in.ts';

export type StartedPasskey = ResponseOf<typeof startPasskey>;

type Extra = Readonly<Record<string, string>>;

/** Requests the options for a new passkey. */
export async function startPasskeyOf(given: TestApp, headers: Headers): Promise<StartedPasskey> {
  const response = await postApi(given, 'onlineAccount/StartPasskey', headers, {});
  return response.json<StartedPasskey>();
}

export function addPasskeyOf(given: TestApp, headers: Headers, credential: object, name = 'My phone') {
  return postApi(given, 'onlineAccount/AddPasskey', headers, { Name: name, credential });
}

/** A signed-in user with a passkey. */
export async function givenPasskey(given: TestApp, brand?: TestBrand, deviations: Deviations = {}, extra: Extra = {}) {
  const user = await givenWebAccount(given.ctx, brand ? { brand } : {});
  const { headers } = await givenSession(given.ctx, { webAccount: user });
  const authenticator = openAuthenticator();
  const from = { ...headers, ...extra };
  const response = await addPasskeyOf(given, from, authenticator.make(await startPasskeyOf(given, from), deviations));
  if (response.statusCode !== 200) throw new Error(`the passkey was refused: ${response.body}`);
  return { user, headers, authenticator };
}

export async function challengeAt({ app }: TestApp, brand: TestBrand, extra: Extra = {}): Promise<string> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/onlineAccount/PasskeyChallenge',
    headers: { 'content-type': 'application/json', ...extra },
    payload: { brand: brand.identifier },
  });
  return response.json<{ challenge: string }>().challenge;
}

/** Sends the signature of a passkey to the token endpoint. */
export function sendSigned({ app }: TestApp, brand: TestBrand, credential: object, extra: Extra = {}) {
  const fields = { grant_type: 'passkey', ...brandFields(brand), credential: JSON.stringify(credential) };
  return app.inject({
    method: 'POST',
    url: '/api/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...extra },
    payload: new URLSearchParams(fields).toString(),
  });
}

/** Requests a challenge, signs it and sends it. */
export async function signInWithPasskey(
  given: TestApp,
  brand: TestBrand,
  authenticator: Authenticator,
  deviations?: Deviations,
) {
  return sendSigned(given, brand, authenticator.sign(await challengeAt(given, brand), deviations));
}
