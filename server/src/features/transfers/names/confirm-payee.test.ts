import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import {
  givenAccount,
  givenCard,
  givenHolder,
  givenSession,
  type TestProduct,
} from '../../../../test-support/factories.ts';
import { givenAzupay } from '../../../../test-support/outside/payee-names/azupay.ts';
import { azupayRequest } from '../../../../test-support/outside/payee-names/azupay.schema.ts';
import { givenPolicy } from '../../../../test-support/policy.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { givenPayer, givenTransferProduct } from '../../../../test-support/transfers.ts';
import { openSandboxNames } from '../../../outside/payee-names/sandbox.ts';
import { countCheck } from './name-check.store.ts';

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenPayer>>;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx);
});
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  await test.ctx.asOwner('DELETE FROM payee_check', []);
  payer = await givenPayer(test.ctx, product);
});
afterAll(() => test.close());

const ask = async (AccountName: string, AccountNumber: string, Bsb: string | null = '000101', by = payer) =>
  (await postApi(test, 'transfer/confirmPayee', by.headers, { Bsb, AccountNumber, AccountName })).json();
const outcome = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).Outcome as string;

/** Account of a person with this name. */
async function givenNamed(firstName: string, surname: string) {
  const holder = await givenHolder(test.ctx, { brand: product.brand, firstName, surname });
  const account = await givenAccount(test.ctx, { holder, balance: 0n });
  await givenCard(test.ctx, { account, product });
  return account;
}

describe('an account at another bank', () => {
  it.each([
    ['Rent Agency', '12345678', 'match', null],
    // The name of a business is revealed, that of a person never.
    ['Rental Agency', '12345678', 'noMatch', 'Rent Agency Pty Ltd'],
    ['Jordan Blake', '44172208', 'close', null],
    ['Somebody Else', '44172208', 'noMatch', null],
    ['Jordan Blake', '900000003', 'closed', null],
    ['Jordan Blake', '900000004', 'noAccount', null],
    ['Jordan Blake', '55512345', 'cannotSay', null],
  ])('%s at %s: %s', async (name, number, Outcome, BusinessName) => {
    expect(await ask(name, number)).toEqual({ Outcome, BusinessName });
  });

  it('has an unknown name when the service does not answer', async () => {
    const names = openSandboxNames(givenPolicy({ limitMs: 20 }));
    const asked = { bsb: '000101', accountNumber: '88888888', name: 'Jordan Blake' };
    const who = { person: 'p', session: 's', purpose: 'payment' } as const;
    expect(await names.compare({ ...asked, ...who })).toMatchObject({ kind: 'unknown' });
    expect(await outcome('Jordan Blake', '12345678', '000102')).toBe('cannotSay');
  });
});

describe('an account of the programme', () => {
  it('is matched by the name of its holder, by number or by BSB and number, and the name is not revealed', async () => {
    const { accountNumber } = await givenNamed('Ruby', 'Taylor');
    expect(await ask('Ruby Taylor', accountNumber, null)).toEqual({ Outcome: 'match', BusinessName: null });
    expect(await ask('R Taylor', accountNumber, null)).toEqual({ Outcome: 'close', BusinessName: null });
    expect(await ask('Noah Williams', accountNumber, null)).toEqual({ Outcome: 'noMatch', BusinessName: null });
    expect(await outcome('Ruby Taylor', accountNumber, '000001')).toBe('match');
    expect(await outcome('Ruby Taylor', accountNumber, '000101')).toBe('cannotSay');
    expect(await outcome('Ruby Taylor', '999999999', null)).toBe('cannotSay');
  });

  it('is reported as closed when it is', async () => {
    const account = await givenNamed('Ruby', 'Taylor');
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [account.id]);
    expect(await outcome('Ruby Taylor', account.accountNumber, null)).toBe('closed');
  });

  it('of another brand is unknown', async () => {
    const other = await givenTransferProduct(test.ctx);
    const { card } = await givenPayer(test.ctx, other);
    const { accountNumber } = card.account;
    expect(await outcome('Amelia Chen', accountNumber, null)).toBe('cannotSay');
  });
});

describe('a caller who guesses names', () => {
  it('gets no more answers after 30 questions within an hour', async () => {
    for (let n = 0; n < 30; n += 1) await ask('Jordan Blake', `4417${String(n).padStart(4, '0')}`);
    expect(await outcome('Rent Agency', '12345678')).toBe('cannotSay');
    const other = await givenPayer(test.ctx, product);
    expect(await outcome('Rent Agency', '12345678', '000101', other)).toBe('match');
    test.ctx.setBusinessTime('2026-11-20T03:00:01Z');
    expect(await outcome('Rent Agency', '12345678')).toBe('match');
  });

  it('gets no more by naming an account of the programme in another way', async () => {
    const { accountNumber } = await givenNamed('Ruby', 'Taylor');
    for (let n = 0; n < 10; n += 1) await ask('Ruby Taylor', accountNumber, null);
    for (let n = 0; n < 10; n += 1) await ask('Ruby Taylor', accountNumber, '000001');
    const other = await givenPayer(test.ctx, product);
    expect(await outcome('Ruby Taylor', accountNumber, null, other)).toBe('cannotSay');
    expect(await outcome('Ruby Taylor', accountNumber, '000001', other)).toBe('cannotSay');
  });

  it('gets no more by signing in with another card or web account of theirs', async () => {
    const card = (await givenSession(test.ctx, { card: payer.card })).headers;
    for (let n = 0; n < 30; n += 1) await ask('Jordan Blake', `4418${String(n).padStart(4, '0')}`);
    expect(await outcome('Rent Agency', '12345678', '000101', { ...payer, headers: card })).toBe('cannotSay');
  });

  it('is counted for questions that come together too', async () => {
    const { tenantId } = product.brand;
    const since = { byAskerSince: 0, ofDestinationSince: 0 };
    const check = (asker: string, destination: string) =>
      test.ctx.database.transact(tenantId, (tx) => countCheck(tx, tenantId, { asker, destination, atMs: 1 }, since));
    let together: Promise<object[]> | undefined;
    await test.ctx.database.transact(tenantId, async (tx) => {
      await countCheck(tx, tenantId, { asker: 'web:1', destination: '000101:1', atMs: 1 }, since);
      together = Promise.all([check('web:1', '000101:2'), check('web:2', '000101:1')]);
      // They would have counted without this one by then.
      await setTimeout(200);
    });
    expect(await together).toEqual([
      { by_asker: 1, of_destination: 0 },
      { by_asker: 0, of_destination: 1 },
    ]);
  });

  it('gets no more answers about an account after 20 questions by anyone in a day', async () => {
    for (let n = 0; n < 20; n += 1) await ask(`Name ${n}`, '12345678');
    const other = await givenPayer(test.ctx, product);
    expect(await outcome('Rent Agency', '12345678', '000101', other)).toBe('cannotSay');
  });
});

describe('the service that is asked', () => {
  it('learns who asks by hashes: the same for a person, another for each session, and no id', async () => {
    const server = await givenAzupay();
    const settings = { PROVIDER: 'azupay', URL: server.url, KEY: server.settings.apiKey };
    const named = Object.entries(settings).map(([name, value]) => [`WATTLE_PAYEE_NAMES_${name}`, value] as const);
    const other = await givenApp(Object.fromEntries(named));
    const otherProduct = await givenTransferProduct(other.ctx);
    const first = await givenPayer(other.ctx, otherProduct);
    const again = (await givenSession(other.ctx, { webAccount: first.webAccount })).headers;
    const someone = await givenPayer(other.ctx, otherProduct);
    for (const headers of [first.headers, again, someone.headers]) {
      const body = { Bsb: '000101', AccountNumber: '12345678', AccountName: 'Rent Agency' };
      expect((await postApi(other, 'transfer/confirmPayee', headers, body)).json().Outcome).toBe('match');
    }
    const asked = server.calls.map(({ body }) => azupayRequest.parse(JSON.parse(body.toString('utf8'))));
    const who = asked.map(({ additionalDetails }) => additionalDetails);
    expect(who[1]?.endUserId).toBe(who[0]?.endUserId);
    expect(who[2]?.endUserId).not.toBe(who[0]?.endUserId);
    expect(new Set(who.map(({ endUserSessionId }) => endUserSessionId)).size).toBe(3);
    for (const { endUserId, endUserSessionId } of who) {
      expect([endUserId, endUserSessionId]).toEqual([
        expect.stringMatching(/^[\w-]{32}$/),
        expect.stringMatching(/^[\w-]{32}$/),
      ]);
    }
    await other.close();
    await server.close();
  });
});
