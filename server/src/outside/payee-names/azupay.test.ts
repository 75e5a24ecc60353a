import { afterEach, describe, expect, it } from 'vitest';
import { azupayCannot, givenAzupay } from '../../../test-support/outside/payee-names/azupay.ts';
import { azupayAnswer, azupayRefusal, azupayRequest } from '../../../test-support/outside/payee-names/azupay.schema.ts';
import type { NameServer } from '../../../test-support/outside/payee-names/name-service.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { openAzupay } from './azupay.ts';

const asked = {
  bsb: '000101',
  accountNumber: '1234 5678',
  name: 'Rent Agency',
  // The longest that the port permits.
  person: 'p'.repeat(50),
  session: 's'.repeat(34),
  purpose: 'payment',
} as const;

const servers: NameServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function given(fault?: Parameters<typeof givenAzupay>[0]) {
  const server = await givenAzupay(fault);
  servers.push(server);
  return { server, names: openAzupay(server.settings, givenPolicy()) };
}

const cannotSay = { kind: 'done', value: { outcome: 'cannotSay', businessName: null } };

describe('a question', () => {
  it('is as the page describes it, with a new id each time', async () => {
    const { names, server } = await given();
    await names.compare({ ...asked, name: ' Rent Agency ' });
    await names.compare(asked);
    const [first, second] = server.calls.map(({ body }) => azupayRequest.parse(JSON.parse(body.toString('utf8'))));
    expect(first).toEqual({
      accountCheckId: first?.accountCheckId,
      bsb: '000101',
      accountNumber: '12345678',
      accountName: 'Rent Agency',
      purposeCode: 'PYMT',
      additionalDetails: { endUserId: 'p'.repeat(50), endUserSessionId: 's'.repeat(34) },
    });
    expect(second?.accountCheckId).not.toBe(first?.accountCheckId);
    expect(server.calls[0]?.headers.authorization).toBe('SECRonly-for-servers');
  });

  it.each([
    ['a number of three digits', { accountNumber: '123' }],
    ['a number with letters', { accountNumber: '12A45' }],
    ['a name of one letter', { name: ' A ' }],
  ])('is not sent for %s', async (_what, changed) => {
    const { names, server } = await given();
    expect(await names.compare({ ...asked, ...changed })).toEqual(cannotSay);
    expect(server.calls).toEqual([]);
  });
});

describe('an answer', () => {
  it.each(['NAVL', 'RFSL', 'TIME', 'TECH', 'BSBN', 'NCOP', 'OOUT', 'CNPF'])(
    'cannot say for the reason %s, and is not asked again',
    async (reason) => {
      const { names, server } = await given(() => azupayCannot(reason));
      expect(await names.compare(asked)).toEqual(cannotSay);
      expect(server.calls).toHaveLength(1);
    },
  );

  it('for too many requests is a limit', async () => {
    const { names } = await given(() => azupayCannot('TMNY'));
    expect(await names.compare(asked)).toEqual({ kind: 'refused', code: 'requests', isLimit: true });
  });

  it.each([
    ['a result that no page lists', { accountCheckResultCode: 'ACLS' }],
    ['a reason that no page lists', { accountCheckResultCode: 'NOAP', errorReasonCode: 'ACNF' }],
    ['a match with a reason against it', { accountCheckResultCode: 'MTCH', errorReasonCode: 'WHAT' }],
  ])('says nothing with %s', async (_what, body) => {
    const { names } = await given(() => ({ status: 200, body: JSON.stringify(body) }));
    expect(await names.compare(asked)).toEqual({ kind: 'refused', code: 'unlisted' });
  });
});

describe('a refusal', () => {
  it.each([
    ['400 in its words', { status: 400, body: '{"message":"Invalid request"}' }, { kind: 'refused', code: 'invalid' }],
    ['400 with HTML', { status: 400, body: '<html>' }, { kind: 'unknown', code: 'http_400' }],
    ['404', { status: 404, body: '{"message":"Account Not Found"}' }, { kind: 'unknown', code: 'http_404' }],
  ])('%s', async (_what, reply, outcome) => {
    const { names } = await given(() => reply);
    expect(await names.compare(asked)).toEqual(outcome);
  });
});

it('is imitated as its pages describe it', async () => {
  const { server } = await given();
  const ask = async (accountNumber: string, accountName: string, key = 'SECRonly-for-servers') => {
    const reply = await fetch(`${server.url}/v1/accountCheck`, {
      method: 'POST',
      headers: { Authorization: key },
      body: JSON.stringify({
        accountCheckId: 'check-1',
        bsb: '000101',
        accountNumber,
        accountName,
        purposeCode: 'PYMT',
        additionalDetails: { endUserId: 'p', endUserSessionId: 's' },
      }),
    });
    return { status: reply.status, body: (await reply.json()) as unknown };
  };
  const answers = [
    await ask('12345678', 'Rent Agency'),
    await ask('44172208', 'Jordan Blake'),
    await ask('44172208', 'Somebody'),
    await ask('55512345', 'Somebody'),
  ];
  for (const { status, body } of answers)
    expect([status, azupayAnswer.safeParse(body).error]).toEqual([200, undefined]);
  const refusals = [await ask('12345678', 'A'), await ask('12345678', 'Rent Agency', 'wrong')];
  expect(refusals.map(({ status }) => status)).toEqual([400, 401]);
  for (const { body } of refusals) expect(azupayRefusal.safeParse(body).error).toBeUndefined();
});
