import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { auditOfStaff, give, givenStaff, type TestStaff } from '../../../test-support/desk/desk.ts';
import {
  givenBrand,
  givenCard,
  givenHolder,
  givenPan,
  givenTenant,
  givenWebAccount,
  type TestBrand,
  type TestCard,
} from '../../../test-support/factories.ts';

let test: TestApp;
let brand: TestBrand;
let card: TestCard;
let person: string;
let agent: TestStaff;

beforeAll(async () => {
  test = await givenApp({});
  brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx), name: 'Harbour' });
  const holder = await givenHolder(test.ctx, {
    brand,
    firstName: 'Zelda',
    surname: 'Quux',
    email: 'zelda.quux@example.com',
    mobile: '+61400123001',
  });
  card = await givenCard(test.ctx, { brand, holder, balance: 248_635n });
  await givenWebAccount(test.ctx, { holder, account: card.account });
  person = `holder:${holder.id}`;
  agent = await givenStaff(test.ctx, brand.tenantId, { role: 'agent' });
});
afterAll(() => test.close());

const found = async (text: string, by = agent) => {
  const { status, body } = await give(test, by, 'search-all', { input: { text } });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.rows ?? [];
};

describe('the search of everything', () => {
  it('finds a card by its last digits, and its person by name, account and contact, masked', async () => {
    const four = card.pan.slice(-4);
    const { accountNumber: account } = card.account;
    const shown = account.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3');
    expect(await found(four)).toContainEqual(
      expect.objectContaining({
        kind: 'card',
        object: `card:${card.id}`,
        person,
        name: 'Zelda Quux',
        cards: four,
        accounts: shown,
        state: 'Active',
      }),
    );
    for (const text of ['zelda', 'quux zel', account, 'zelda.quux@example.com', '0400 123 001']) {
      const rows = await found(text);
      expect(rows).toEqual([
        expect.objectContaining({
          kind: 'person',
          object: person,
          name: 'Zelda Quux',
          accounts: shown,
          cards: `${four} Active`,
          cardIds: `card:${card.id}`,
        }),
      ]);
      expect(JSON.stringify(rows)).not.toContain('zelda.quux@example.com');
      expect(JSON.stringify(rows)).not.toContain(card.pan);
    }
  });

  it('finds a request by its number, with what it asks for', async () => {
    const input = { account: card.account.accountNumber, amount: '12.50', type: 'goodwill' };
    const { body } = await give(test, agent, 'load', { input, reason: 'Waited long' });
    const number = body.request?.id ?? '';
    for (const text of [`#${number}`, `request ${number}`]) {
      expect(await found(text)).toEqual([
        expect.objectContaining({
          kind: 'request',
          object: number,
          about: 'load',
          amount: '12.50',
          state: 'Requested',
        }),
      ]);
    }
  });

  it('finds complaints of people without an account, by name, contact and reference, and no contact of theirs', async () => {
    const complain = async (input: Readonly<Record<string, string>>) => {
      const about = { subject: 'fee', words: 'A fee', brand: brand.identifier, ...input };
      const { body } = await give(test, agent, 'open-complaint', { input: about });
      expect(body.error).toBeUndefined();
      return String(body.rows?.[0]?.['complaint']);
    };
    const ana = await complain({ name: 'Ana Tuva Silva', way: 'email', contact: 'Ana.Silva@Example.net' });
    const wei = await complain({ name: '李伟', way: 'sms', contact: '0400 555 812' });
    const complaintsIn = async (text: string) =>
      (await found(text)).filter(({ kind }) => kind === 'complaint').map(({ object }) => object);
    for (const text of ['ana', 'silva', 'ana silva', 'silva ana', 'Ana T', 'ana.silva@example.net', ana]) {
      expect([text, await complaintsIn(text)]).toEqual([text, [ana]]);
    }
    for (const text of ['李伟', '0400 555 812', '+61400555812', wei]) {
      expect([text, await complaintsIn(text)]).toEqual([text, [wei]]);
    }
    expect(await complaintsIn('ana quux')).toEqual([]);
    const [row] = await found(ana);
    expect(row).toMatchObject({ name: 'Ana Tuva Silva', about: 'fee', state: 'Received', person: '', email: '' });
    expect(JSON.stringify(row)).not.toMatch(/silva@/i);
    const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
    for (const text of ['ana', 'ana.silva@example.net', ana]) expect(await found(text, stranger)).toEqual([]);
  });

  it('shows nothing of another programme, whatever is typed', async () => {
    const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
    const { accountNumber } = card.account;
    for (const text of [
      'zelda',
      accountNumber,
      card.pan.slice(-4),
      person,
      `card:${card.id}`,
      '#1',
      'Zelda.Quux@example.com',
    ]) {
      expect(await found(text, stranger)).toEqual([]);
    }
  });

  it.each([
    '%%',
    '__',
    '%zelda',
    'z_lda',
    '\\\\',
    "' OR 1=1 --",
    '(.*)',
    '\u202Eevil',
    '$0.00',
    '$99,999,999.00',
    '🙂🙂',
  ])('takes %s as words and finds no one by it', async (text) => {
    expect((await found(text)).filter(({ name }) => name === 'Zelda Quux')).toEqual([]);
  });

  it('refuses a whole card number', async () => {
    const answer = await give(test, agent, 'search-all', { input: { text: givenPan() } });
    expect(answer).toMatchObject({ status: 400, body: { error: 'card_number_given' } });
  });

  it('leaves one line for each search, with who was found and no word of what was typed', async () => {
    const member = await givenStaff(test.ctx, brand.tenantId);
    await found('zelda', member);
    await found('zelda q', member);
    expect(await auditOfStaff(test.ctx, member)).toEqual([
      `desk.search-all ${person} ok`,
      `desk.search-all ${person} ok`,
    ]);
    const lines = await test.ctx.asOwner<{ details: Readonly<Record<string, unknown>> }>(
      'SELECT details FROM audit_log WHERE actor = $1 ORDER BY id',
      [`staff:${member.id}`],
    );
    expect(lines.map(({ details }) => details['seen'])).toEqual([person, person]);
    expect(JSON.stringify(lines)).not.toContain('zelda');
    expect(lines[0]?.details['term']).not.toBe(lines[1]?.details['term']);
  });
});
