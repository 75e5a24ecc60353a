import { BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import { stringFieldsOf } from '@wattle/contract/test-support/string-fields.ts';
import { TYPED_CLASSES } from '@wattle/contract/test-support/typed-classes.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenUser, type Headers } from '../../test-support/signed-in.ts';
import { addressOf } from '../http/bind.ts';
import { routes } from '../compose/routes.ts';

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
  .filter(({ kind }) => kind !== 'signed')
  .flatMap((route) =>
    stringFieldsOf(route.operation).map(
      (field) => [route.operation.name, `${field.part}.${field.path.join('.')}`, { route, field }] as const,
    ),
  );
type Field = (typeof FIELDS)[number][2];

/** The request with which a browser, or someone else, sends a text in a field of a call. */
function requestOf({ route, field: { part, path } }: Field, text: string): InjectOptions {
  const { method, encoding } = route.operation;
  const [name = ''] = path;
  const address = addressOf(route).replace(/:(\w+)/g, (_, named: string) =>
    encodeURIComponent(part === 'params' && named === name ? text.toWellFormed() || 'a' : 'a'),
  );
  const url = part === 'query' ? `${address}?${new URLSearchParams({ [name]: text })}` : address;
  if (method === 'GET' || part !== 'body') return { method, url, headers };
  const given = { ...headers, 'idempotency-key': 'typed-classes' };
  const json = JSON.stringify(bodyWith(path, text));
  if (encoding === 'bytes') {
    const fields = { [FIELDS_HEADER]: encodeURIComponent(json) };
    return { method, url, headers: { ...given, ...fields, 'content-type': BYTES_TYPE }, payload: Buffer.from('a') };
  }
  if (encoding === 'form') {
    const type = 'application/x-www-form-urlencoded';
    return {
      method,
      url,
      headers: { ...given, 'content-type': type },
      payload: `${new URLSearchParams({ [name]: text })}`,
    };
  }
  return { method, url, headers: { ...given, 'content-type': 'application/json' }, payload: json };
}

/** Classes of text that a database, a regular expression or a hash might not handle. */
const HARD = [
  'NUL',
  'half a surrogate pair',
  'bidi characters',
  'emoji',
  '300 characters',
  'only what is not seen',
] as const;

it('finds the fields of calls of every kind', () => {
  const names = FIELDS.map(([name, field]) => `${name} ${field}`);
  for (const name of ['keepReceipt body.Name', 'token body.userName', 'getTransactions query.accountNumber'])
    expect(names).toContain(name);
});

describe('a call on the real server', () => {
  it.each(FIELDS)('%s takes each class of text in %s, or names a field', async (_name, _path, given) => {
    const { encoding } = given.route.operation;
    for (const each of HARD) {
      const answer = await test.app.inject(requestOf(given, TYPED_CLASSES[each]));
      expect([each, answer.statusCode < 500 || answer.statusCode === 503]).toEqual([each, true]);
      const isUnkept = each === 'NUL' || (each === 'half a surrogate pair' && encoding === 'json');
      const isRefused = isUnkept && given.field.part === 'body' && answer.json().error?.[0] === '20010';
      if (isRefused) expect([each, answer.json().field]).toEqual([each, given.field.path.join('.')]);
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
