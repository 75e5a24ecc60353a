import { stringFieldsOf } from '@wattle/contract/test-support/string-fields.ts';
import { TYPED_CLASSES } from '@wattle/contract/test-support/typed-classes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../test-support/app.ts';
import { givenUser, type Headers } from '../test-support/signed-in.ts';
import { addressOf } from './http/bind.ts';
import { routes } from './routes.ts';

let test: TestApp;
let headers: Headers;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '1000000' });
  headers = (await givenUser(test.ctx)).headers;
});
afterAll(() => test.close());

/** A request with a text in one place: `Items.0.Gift` is a list. */
function bodyWith(path: readonly string[], text: string): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return text;
  return name === '0' ? [bodyWith(rest, text)] : { [name]: bodyWith(rest, text) };
}

const FIELDS = routes
  .filter(({ operation, kind }) => operation.encoding === 'json' && operation.method === 'POST' && kind !== 'signed')
  .flatMap((route) =>
    stringFieldsOf(route.operation)
      .filter(({ part }) => part === 'body')
      .map(({ path }) => [route.operation.name, path.join('.'), { route, path }] as const),
  );

/** Classes of text that a database, a regular expression or a hash might not handle. */
const HARD = [
  'NUL',
  'half a surrogate pair',
  'bidi characters',
  'emoji',
  '300 characters',
  'only what is not seen',
] as const;

describe('a call on the real server', () => {
  it.each(FIELDS)('%s takes each class of text in %s, or names a field', async (_name, _path, { route, path }) => {
    for (const each of HARD) {
      const payload = JSON.stringify(bodyWith(path, TYPED_CLASSES[each]));
      const answer = await test.app.inject({
        method: 'POST',
        url: addressOf(route),
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'typed-classes' },
        payload,
      });
      expect([each, answer.statusCode < 500 || answer.statusCode === 503]).toEqual([each, true]);
      const isRefused = (each === 'NUL' || each === 'half a surrogate pair') && answer.json().error?.[0] === '20010';
      if (isRefused) expect([each, answer.json().field]).toEqual([each, path.join('.')]);
    }
  });
});

describe('a whole request', () => {
  const CALLS: readonly (readonly [string, string, (text: string) => object])[] = [
    ['onlineAccount/UpdateAccessDetails', 'Mobile', (Mobile) => ({ Mobile, currentpassword: 'Golden-Wattle-2026' })],
    ['onlineAccount/UpdateAccessDetails', 'EmailAddress', (EmailAddress) => ({ EmailAddress, currentpassword: 'x' })],
    ['onlineAccount/UpdatePersonalDetails', 'HomePhone', (HomePhone) => ({ HomePhone, currentpassword: 'x' })],
    ['onlineAccount/RequestResetPassword', 'username', (username) => ({ username })],
    ['onlineAccount/VerifyAnswer', 'answer', (answer) => ({ token: 'a', answer })],
    ['onlineAccount/VerifyAnswer', 'token', (token) => ({ token, answer: 'a' })],
    ['address/getMatchedAddresses', 'searchString', (searchString) => ({ searchString, countryCode: 'AU' })],
    ['onlineAccount/RenamePasskey', 'Name', (Name) => ({ Id: '6f1a2c3e-0d4b-4c3e-8d4b-6f1a2c3e0d4b', Name })],
  ];

  it.each(
    CALLS.flatMap(([url, field, bodyOf]) =>
      Object.entries(TYPED_CLASSES).map((text) => [url, field, ...text, bodyOf] as const),
    ),
  )('to %s with %s of %s is carried out or refused, and no fault', async (url, _field, _class, text, bodyOf) => {
    const payload = bodyOf(text);
    const answer = await test.app.inject({ method: 'POST', url: `/api/${url}`, headers, payload });
    expect([200, 400, 403, 404, 429]).toContain(answer.statusCode);
  });
});
