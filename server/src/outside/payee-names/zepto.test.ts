import { afterEach, describe, expect, it } from 'vitest';
import type { NameServer } from '../../../test-support/outside/payee-names/name-service.ts';
import { givenZepto, zeptoRefuses } from '../../../test-support/outside/payee-names/zepto.ts';
import { zeptoAnswer, zeptoRefusal, zeptoRequest } from '../../../test-support/outside/payee-names/zepto.schema.ts';
import { LOOPBACK } from '../../../test-support/policy.ts';
import { openFailingSystems } from '../failing.ts';
import { openOutsideFigures } from '../figures.ts';
import { openPolicy } from '../policy.ts';
import { openZepto } from './zepto.ts';

const asked = {
  bsb: '000101',
  accountNumber: '1234-5678',
  name: 'Rent Agency',
  person: 'Kx-4_person',
  session: 'Kx-4_session',
  purpose: 'payment',
} as const;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const servers: NameServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

type Fault = Parameters<typeof givenZepto>[0];

async function given(fault?: Fault) {
  const server = await givenZepto(fault);
  servers.push(server);
  const failing = openFailingSystems(silent, { now: () => 0 });
  const figures = openOutsideFigures();
  const limits = { limitMs: 5_000, atOnce: 10, waitingMost: 10, failuresToOpen: 2, openMs: 60_000 };
  const policy = openPolicy('payeeNames', limits, figures, LOOPBACK, failing);
  return { server, figures: figures.registry, failing, names: openZepto(server.settings, policy) };
}

const done = (outcome: string, businessName: string | null = null) => ({
  kind: 'done',
  value: { outcome, businessName },
});
const found = (data: object) => (uid: string) => ({ status: 200, body: JSON.stringify({ data: { uid, ...data } }) });

describe('a question', () => {
  it('is as the page describes it, with a new uid each time and no more than who asks', async () => {
    const { names, server } = await given();
    await names.compare(asked);
    await names.compare(asked);
    const [first, second] = server.calls.map(({ body }) => zeptoRequest.parse(JSON.parse(body.toString('utf8'))));
    expect(first).toEqual({
      uid: first?.uid,
      account_identifier: { type: 'bban', value: '000101-12345678' },
      party_name: 'Rent Agency',
      requester: { id: 'Kx-4_person' },
    });
    expect(second?.uid).not.toBe(first?.uid);
    expect(server.calls[0]?.headers).toMatchObject({
      authorization: 'Bearer only-for-servers',
      'zepto-api-version': '20260101',
    });
  });

  it('is not sent for a number that has letters', async () => {
    const { names, server } = await given();
    expect(await names.compare({ ...asked, accountNumber: '12A45' })).toEqual(done('cannotSay'));
    expect(server.calls).toEqual([]);
  });
});

describe('an answer', () => {
  it.each([
    ['a match', { outcome: { result: 'match', match_name: 'Rent Agency Pty Ltd' } }, done('match')],
    [
      'a close match of a business',
      { outcome: { result: 'close_match', match_name: 'Rent Agency Pty Ltd' } },
      done('close'),
    ],
    ['no match of a person', { outcome: { result: 'no_match' } }, done('noMatch')],
    [
      'no match of a business',
      { outcome: { result: 'no_match', match_name: 'Rent Agency Pty Ltd' }, insights: { is_joint: false } },
      done('noMatch', 'Rent Agency Pty Ltd'),
    ],
    [
      'no match of an account that people hold together',
      { outcome: { result: 'no_match', match_name: 'Jordan and others' }, insights: { is_joint: true } },
      done('noMatch'),
    ],
    [
      'a closed account with a name',
      { outcome: { result: 'account_closed', match_name: 'Jordan A Blake-Ross' } },
      done('closed'),
    ],
  ])('shows the name of a business that did not match, and no other: %s', async (_what, data, outcome) => {
    const { names } = await given(found(data));
    expect(await names.compare(asked)).toEqual(outcome);
  });

  it('to another question is not taken', async () => {
    const { names } = await given(() => ({
      status: 200,
      body: JSON.stringify({ data: { outcome: { result: 'match' }, uid: 'another' } }),
    }));
    expect(await names.compare(asked)).toEqual({ kind: 'unknown', code: 'other_question' });
  });

  it.each([
    ['an unknown result', { outcome: { result: 'maybe' } }],
    ['a name that is too long', { outcome: { result: 'no_match', match_name: 'x'.repeat(141) } }],
  ])('with %s is not taken', async (_what, data) => {
    const { names } = await given(found(data));
    expect(await names.compare(asked)).toEqual({ kind: 'unknown', code: 'unreadable' });
  });
});

describe('a refusal', () => {
  const limit = (code: string) => ({ kind: 'refused', code, isLimit: true });
  const unknown = (status: number) => ({ kind: 'unknown', code: `http_${status}` });
  it.each([
    [404, 'ZCOPR02', done('noAccount')],
    [422, 'ZCOPR00', done('cannotSay')],
    [422, 'ZCOPR01', done('cannotSay')],
    [422, 'ZCOPR03', { kind: 'refused', code: 'ZCOPR03' }],
    [422, 'ZCOPR04', limit('account_no_match')],
    [422, 'ZCOPR05', limit('requester_no_match')],
    [422, 'ZCOPR06', limit('account')],
    [422, 'ZCOPR07', limit('requester')],
    [422, 'ZCOPR08', { kind: 'refused', code: 'unlisted' }],
    [422, undefined, { kind: 'refused', code: 'invalid' }],
    // The account is not there only where the service says so with its own code and its own status.
    [422, 'ZCOPR02', unknown(422)],
    [404, 'ZCOPR00', unknown(404)],
    [404, undefined, unknown(404)],
    [500, 'ZCOPR02', unknown(500)],
  ])('%i with %s', async (status, code, outcome) => {
    const { names } = await given((uid) => zeptoRefuses(status, code, uid));
    expect(await names.compare(asked)).toEqual(outcome);
  });

  it.each([
    ['HTML', '<html>Not Found</html>'],
    ['nothing', ''],
    ['another question', JSON.stringify({ errors: [{ code: 'ZCOPR02' }], data: { uid: 'another' } })],
    ['no errors', JSON.stringify({ errors: [] })],
  ])('with 404 and %s says nothing of the account', async (_what, body) => {
    const { names } = await given(() => ({ status: 404, body }));
    expect(await names.compare(asked)).toEqual(unknown(404));
  });

  it('for a limit is counted, and does not keep the next question back', async () => {
    const { names, figures: shown, server } = await given(() => zeptoRefuses(422, 'ZCOPR05'));
    for (let n = 0; n < 3; n += 1) await names.compare(asked);
    expect(server.calls).toHaveLength(3);
    expect(await shown.metrics()).toContain(
      'wattle_outside_limits_total{system="payeeNames",limit="requester_no_match"} 3',
    );
  });

  it('of our rate is raised as ours, and opens the breaker', async () => {
    const { names, failing, server } = await given(() => ({ status: 429 }));
    for (let n = 0; n < 3; n += 1) await names.compare(asked);
    expect(failing.list()).toEqual([{ system: 'payeeNames', code: 'http_429', sinceMs: 0, isOurs: true }]);
    expect(server.calls).toHaveLength(2);
  });
});

it('is imitated as its pages describe it', async () => {
  const { server } = await given();
  const ask = async (value: string, name: string, uid = 'one', token = 'only-for-servers') => {
    const reply = await fetch(`${server.url}/cop/account/validate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({
        uid,
        account_identifier: { type: 'bban', value },
        party_name: name,
        requester: { id: 'r' },
      }),
    });
    return { status: reply.status, body: (await reply.json()) as unknown };
  };
  const answers = [
    await ask('000101-12345678', 'Rent Agency', 'a'),
    await ask('000101-44172208', 'Jordan Blake', 'b'),
    await ask('000101-44172208', 'Somebody', 'c'),
    await ask('000101-900000003', 'Somebody', 'd'),
  ];
  for (const { status, body } of answers) expect([status, zeptoAnswer.safeParse(body).error]).toEqual([200, undefined]);
  const refusals = [
    await ask('000101-900000004', 'Somebody', 'e'),
    await ask('000101-900000004', 'Somebody', 'e'),
    await ask('000102-12345678', 'Somebody', 'f'),
    await ask('000101-12345678', '', 'g'),
    await ask('000101-12345678', 'Somebody', 'h', 'wrong'),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([404, 422, 422, 422, 401]);
  for (const { body } of refusals) expect(zeptoRefusal.safeParse(body).error).toBeUndefined();
});
