import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenNameServer, type NameServer } from '../../../test-support/outside/name-service.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { openNameService } from './name-service.ts';
import type { PayeeNames } from './port.ts';
import { openSandboxNames } from './sandbox.ts';

let server: NameServer;
beforeAll(async () => {
  server = await givenNameServer();
});
afterAll(() => server.close());

const SERVICES: readonly (readonly [name: string, open: (limitMs?: number) => PayeeNames])[] = [
  ['the sandbox', (limitMs = 5_000) => openSandboxNames(givenPolicy({ limitMs }))],
  ['the name service', (limitMs = 5_000) => openNameService(server.settings, givenPolicy({ limitMs }))],
];

describe.each(SERVICES)('%s', (_name, open) => {
  it.each([
    ['Rent Agency', '000101', '12345678', 'match', null],
    // The name of a business is revealed, that of a person never.
    ['Rental Agency', '000101', '12345678', 'noMatch', 'Rent Agency Pty Ltd'],
    ['Jordan Blake', '000101', '44172208', 'close', null],
    ['Somebody Else', '000101', '44172208', 'noMatch', null],
    ['Jordan Blake', '000101', '900000003', 'closed', null],
    ['Jordan Blake', '000101', '55512345', 'cannotSay', null],
    ['Rent Agency', '000001', '12345678', 'cannotSay', null],
  ] as const)('%s at %s %s: %s', async (name, bsb, accountNumber, outcome, businessName) => {
    expect(await open().compare({ bsb, accountNumber, name })).toEqual({
      kind: 'done',
      value: { outcome, businessName },
    });
  });

  it('does not wait for an account that never answers', async () => {
    const asked = { bsb: '000101', accountNumber: '88888888', name: 'Jordan Blake' };
    expect(await open(30).compare(asked)).toEqual({ kind: 'unknown', code: 'timeout' });
  });
});

describe('the name service', () => {
  const asked = { bsb: '000101', accountNumber: '12345678', name: 'Rental & Co?' };
  const compareAt = async (given: NameServer, settings = given.settings) =>
    openNameService(settings, givenPolicy()).compare(asked);

  it('receives the question in the body only and its key in a header', async () => {
    await compareAt(server);
    const call = server.calls.at(-1);
    expect(call?.url).toBe('/name-checks');
    expect(call?.headers.authorization).toBe('Bearer only for servers');
    expect(JSON.parse(call?.body.toString('utf8') ?? '')).toEqual({ ...asked, bsb: '000-101' });
  });

  it('has an unknown outcome with a wrong key, and not sent when nothing listens', async () => {
    expect(await compareAt(server, { ...server.settings, apiKey: 'wrong' })).toEqual({
      kind: 'unknown',
      code: 'http_401',
    });
    const gone = await givenNameServer();
    await gone.close();
    expect(await compareAt(gone)).toMatchObject({ kind: 'unsent' });
  });

  it.each(['{"nameMatch":"YES"}', '{}', 'no', `{"nameMatch":"NMTC","accountName":"${'x'.repeat(141)}"}`])(
    'does not accept %s',
    async (body) => {
      const odd = await givenNameServer(() => ({ status: 200, body }));
      expect(await compareAt(odd)).toEqual({ kind: 'unknown', code: 'unreadable' });
      await odd.close();
    },
  );

  it('returns no name unless it is marked as a business', async () => {
    const vague = await givenNameServer(() => ({
      status: 200,
      body: '{"nameMatch":"NMTC","accountName":"Jordan A Blake-Ross"}',
    }));
    expect(await compareAt(vague)).toEqual({ kind: 'done', value: { outcome: 'noMatch', businessName: null } });
    await vague.close();
  });
});
