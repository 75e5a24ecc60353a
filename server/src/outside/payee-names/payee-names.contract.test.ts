import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenAzupay } from '../../../test-support/outside/payee-names/azupay.ts';
import { givenNameServer, type NameServer } from '../../../test-support/outside/payee-names/name-service.ts';
import { givenZepto } from '../../../test-support/outside/payee-names/zepto.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import type { NameAnswer, PayeeNames } from './port.ts';
import { openPayeeNames } from './providers.ts';
import { openSandboxNames } from './sandbox.ts';

type Outcome = NameAnswer['outcome'];
type Service = 'the sandbox' | 'the name service' | 'Zepto' | 'Azupay';

const servers = new Map<Service, NameServer>();
beforeAll(async () => {
  servers.set('the name service', await givenNameServer());
  servers.set('Zepto', await givenZepto());
  servers.set('Azupay', await givenAzupay());
});
afterAll(() => Promise.all([...servers.values()].map((server) => server.close())));

const who = { person: 'p'.repeat(32), session: 's'.repeat(32), purpose: 'payment' } as const;
const asked = { ...who, bsb: '000101', accountNumber: '12345678', name: 'Rent Agency' };

const SERVICES: readonly Service[] = ['the sandbox', 'the name service', 'Zepto', 'Azupay'];
function open(service: Service, settings = servers.get(service)?.settings, limitMs = 5_000): PayeeNames {
  const policy = givenPolicy({ limitMs });
  return settings ? openPayeeNames(settings, policy) : openSandboxNames(policy);
}

/** Answers that a provider does not give: Azupay marks no name as that of a business, and lists no code for these accounts. */
const UNSAID: Partial<Record<Service, readonly (Outcome | 'names')[]>> = { Azupay: ['closed', 'noAccount', 'names'] };

describe.each(SERVICES)('%s', (service) => {
  it.each([
    ['Rent Agency', '000101', '12345678', 'match', null],
    // The name of a business is revealed, that of a person never.
    ['Rental Agency', '000101', '12345678', 'noMatch', 'Rent Agency Pty Ltd'],
    ['Jordan Blake', '000101', '44172208', 'close', null],
    ['Jordan Blake', '000101', '4417-2208', 'close', null],
    ['Somebody Else', '000101', '44172208', 'noMatch', null],
    ['Jordan Blake', '000101', '900000003', 'closed', null],
    ['Jordan Blake', '000101', '900000004', 'noAccount', null],
    ['Jordan Blake', '000101', '55512345', 'cannotSay', null],
    ['Rent Agency', '000001', '12345678', 'cannotSay', null],
  ] as const)('%s at %s %s: %s', async (name, bsb, accountNumber, outcome, businessName) => {
    const unsaid = UNSAID[service] ?? [];
    const expected = unsaid.includes(outcome) ? 'cannotSay' : outcome;
    expect(await open(service).compare({ ...who, bsb, accountNumber, name })).toEqual({
      kind: 'done',
      value: { outcome: expected, businessName: unsaid.includes('names') ? null : businessName },
    });
  });

  it('does not wait for an account that never answers', async () => {
    const silent = { ...asked, accountNumber: '88888888' };
    const names = open(service, servers.get(service)?.settings, 30);
    expect(await names.compare(silent)).toEqual({ kind: 'unknown', code: 'timeout' });
  });
});

const FAULTS = {
  'the name service': givenNameServer,
  Zepto: givenZepto,
  Azupay: givenAzupay,
} as const;
const CALLED: readonly (keyof typeof FAULTS)[] = ['the name service', 'Zepto', 'Azupay'];

describe.each(CALLED)('%s over HTTP', (service) => {
  const compareAt = async (reply: Parameters<typeof givenNameServer>[0]) => {
    const server = await FAULTS[service](reply);
    const outcome = await open(service, server.settings).compare(asked);
    await server.close();
    return { outcome, calls: server.calls.length };
  };
  const html = '<html><body>It works</body></html>';

  it.each([
    ['an answer with HTML', { status: 200, body: html }, { kind: 'unknown', code: 'unreadable' }],
    ['an empty answer', { status: 200 }, { kind: 'unknown', code: 'unreadable' }],
    ['500 kB', { status: 200, body: `"${'x'.repeat(500_000)}"` }, { kind: 'unknown', code: 'unreadable' }],
    ['a redirect', { status: 302, headers: { location: '/' } }, { kind: 'unknown', code: 'http_302' }],
    ['a fault', { status: 500, body: html }, { kind: 'unknown', code: 'http_500' }],
    ['no key', { status: 401, body: html }, { kind: 'unknown', code: 'http_401', isOurs: true }],
    ['no contract', { status: 403, body: html }, { kind: 'unknown', code: 'http_403', isOurs: true }],
    ['too many calls', { status: 429 }, { kind: 'unknown', code: 'http_429', isOurs: true }],
  ])('asks once and takes no answer from %s', async (_what, reply, outcome) => {
    expect(await compareAt(() => reply)).toEqual({ outcome, calls: 1 });
  });

  it('has an unknown outcome where the connection breaks, and not sent where nothing listens', async () => {
    expect((await compareAt(() => 'hang up')).outcome).toMatchObject({ kind: 'unknown' });
    const gone = await FAULTS[service]();
    await gone.close();
    expect(await open(service, gone.settings).compare(asked)).toMatchObject({ kind: 'unsent' });
  });

  it('is asked in the body alone', async () => {
    const server = await FAULTS[service]();
    await open(service, server.settings).compare({ ...asked, name: 'Rental & Co?' });
    await server.close();
    const [call] = server.calls;
    expect(call?.url).not.toMatch(/12345678|Rental/);
    expect(call?.body.toString('utf8')).toContain('Rental & Co?');
  });
});

describe('the name service', () => {
  it('is asked with its key in a header', async () => {
    const server = await givenNameServer();
    await open('the name service', server.settings).compare(asked);
    await server.close();
    const [call] = server.calls;
    expect(call?.url).toBe('/name-checks');
    expect(call?.headers.authorization).toBe('Bearer only-for-servers');
    expect(JSON.parse(call?.body.toString('utf8') ?? '')).toEqual({ ...asked, bsb: '000-101' });
  });

  it.each(['{"nameMatch":"YES"}', '{}', 'no', `{"nameMatch":"NMTC","accountName":"${'x'.repeat(141)}"}`])(
    'does not accept %s',
    async (body) => {
      const odd = await givenNameServer(() => ({ status: 200, body }));
      expect(await open('the name service', odd.settings).compare(asked)).toEqual({
        kind: 'unknown',
        code: 'unreadable',
      });
      await odd.close();
    },
  );

  it('returns no name unless it is marked as a business', async () => {
    const vague = await givenNameServer(() => ({
      status: 200,
      body: '{"nameMatch":"NMTC","accountName":"Jordan A Blake-Ross"}',
    }));
    expect(await open('the name service', vague.settings).compare(asked)).toEqual({
      kind: 'done',
      value: { outcome: 'noMatch', businessName: null },
    });
    await vague.close();
  });
});
