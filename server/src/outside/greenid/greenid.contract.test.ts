import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GreenIdServer, givenGreenIdServer } from '../../../test-support/outside/greenid-server.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { openGreenId } from './greenid.ts';
import type { IdentityService, VerifiedPerson } from './port.ts';
import { openSandboxIdentity } from './sandbox.ts';

let server: GreenIdServer;
beforeAll(async () => {
  server = await givenGreenIdServer();
});
afterAll(() => server.close());

type Opened = { readonly service: IdentityService; readonly finish: (userToken: string) => void };
const SERVICES: readonly (readonly [name: string, open: () => Opened])[] = [
  [
    'the sandbox',
    () => {
      const service = openSandboxIdentity();
      return { service, finish: service.finish };
    },
  ],
  ['greenID', () => ({ service: openGreenId(server.settings, givenPolicy()), finish: server.finish })],
];

const personCalled = (surname: string): VerifiedPerson => ({
  firstName: 'Robin',
  middleName: '',
  surname,
  dateOfBirth: '1990-02-01',
  email: 'robin@example.com',
  mobile: '0400000030',
  address: {
    unitNumber: '',
    streetNumber: '14',
    streetName: 'Banksia Street',
    suburb: 'Fremantle',
    state: 'WA',
    postcode: '6160',
    country: 'AU',
  },
});

let serial = 0;
async function registered({ service }: Opened, surname: string) {
  serial += 1;
  const outcome = await service.register({ id: `case-${serial}`, person: personCalled(surname) });
  if (outcome.kind !== 'done') throw new Error(`the registration was ${outcome.kind}`);
  return outcome.value;
}

describe.each(SERVICES)('%s', (_name, open) => {
  it('registers a person and returns a reference, a browser token and an unverified status', async () => {
    const opened = open();
    const { reference, userToken, outcome, rule } = await registered(opened, 'Vale');
    expect(userToken).toMatch(/^[\da-f]{40}$/);
    expect(outcome).toBe('IN_PROGRESS');
    expect(rule).not.toBe('');
    expect(await opened.service.result(reference)).toEqual({ kind: 'done', value: { outcome: 'IN_PROGRESS', rule } });
  });

  it.each([
    ['Vale', 'VERIFIED'],
    ['Changed', 'VERIFIED_WITH_CHANGES'],
    ['Nomatch', 'IN_PROGRESS'],
    ['Pending', 'PENDING'],
    ['Locked', 'LOCKED_OUT'],
  ])('returns, after the step of a person called %s: %s', async (surname, outcome) => {
    const opened = open();
    const { reference, userToken } = await registered(opened, surname);
    opened.finish(userToken);
    expect(await opened.service.result(reference)).toMatchObject({ kind: 'done', value: { outcome } });
  });

  it('refuses a person with a missing required field', async () => {
    const person = { ...personCalled('Vale'), email: '' };
    expect(await open().service.register({ id: 'incomplete', person })).toMatchObject({ kind: 'refused' });
  });

  it('returns whether the step of a person can be opened again', async () => {
    const opened = open();
    const { reference, userToken } = await registered(opened, 'Vale');
    expect(await opened.service.isUsable(reference)).toEqual({ kind: 'done', value: true });
    opened.finish(userToken);
    expect(await opened.service.isUsable(reference)).toEqual({ kind: 'done', value: false });
    expect(await opened.service.isUsable('nothing')).toEqual({ kind: 'done', value: false });
    expect(await opened.service.result('nothing')).toMatchObject({ kind: 'refused' });
  });

  it('sends the browser its settings and no secret', async () => {
    const { service } = open();
    const facility = service.facility((await registered(open(), 'Vale')).reference);
    expect(facility.scripts.length).toBeGreaterThan(0);
    expect(JSON.stringify(facility)).not.toContain('only for servers');
  });
});

describe('the sandbox', () => {
  it('has no scripts for the surname Offline, so the facility never loads', async () => {
    const service = openSandboxIdentity();
    await service.register({ id: 'away', person: personCalled('Offline') });
    expect(service.facility('away').scripts).toEqual([]);
  });
});

describe('greenID', () => {
  it('receives an escaped request of its SOAP service', async () => {
    const service = openGreenId(server.settings, givenPolicy());
    const person = { ...personCalled("O'Brien-<Vale> & Sons"), mobile: '+64211234567' };
    await service.register({ id: 'escaped', person });
    const call = server.calls.at(-1);
    expect(call?.method).toBe('POST');
    expect(call?.headers['content-type']).toBe('text/xml; charset=utf-8');
    const body = call?.body.toString('utf8') ?? '';
    expect(body).toContain("<surname>O'Brien-&lt;Vale&gt; &amp; Sons</surname>");
    expect(body).toContain('<dob><day>1</day><month>2</month><year>1990</year></dob>');
    expect(body).toContain('<dyn:registerVerification><accountId>programme</accountId>');
    expect(body).not.toContain('mobilePhone');
  });

  it.each([
    ['is away', () => ({ status: 503 }), 'http_503'],
    ['answers something else', () => ({ status: 200, body: '<html></html>' }), 'unreadable'],
    [
      'names an outcome that nobody knows',
      () => ({ status: 200, body: '<overallVerificationStatus>NEW</' }),
      'unreadable',
    ],
    ['is silent', () => 'silence' as const, 'timeout'],
  ])('that %s has an unknown outcome', async (_what, fault, code) => {
    const other = await givenGreenIdServer(fault);
    const service = openGreenId(other.settings, givenPolicy({ limitMs: 50 }));
    expect(await service.result('x')).toEqual({ kind: 'unknown', code });
    await other.close();
  });
});
