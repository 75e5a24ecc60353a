import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { auditOfStaff, give, givenStaff, type TestStaff } from '../../../test-support/desk/desk.ts';
import {
  givenBrand,
  givenCard,
  givenHolder,
  givenTenant,
  givenWebAccount,
  type TestBrand,
  type TestCard,
} from '../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';

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
    dateOfBirth: '1988-03-04',
  });
  card = await givenCard(test.ctx, { brand, holder, balance: 248_635n });
  await givenWebAccount(test.ctx, { holder, account: card.account });
  await test.ctx.asOwner('UPDATE holder SET address = $2 WHERE id = $1', [
    holder.id,
    JSON.stringify({ AddressLine1: '12 Wattle St', Suburb: 'Fitzroy', State: 'VIC', PostCode: '3065' }),
  ]);
  person = `holder:${holder.id}`;
  agent = await givenStaff(test.ctx, brand.tenantId, { role: 'agent' });
});
afterAll(() => test.close());

const NORTHSIDE = {
  amount: 290_000,
  channel: 'online',
  credentialOnFile: true,
  recurring: true,
  merchant: { name: 'NORTHSIDE TRAVEL', country: 'AU', mcc: '4722' },
};

type Input = Readonly<Record<string, string | boolean>>;

async function rows(command: string, input: Input, by: TestStaff = agent) {
  const { status, body } = await give(test, by, command, { input });
  expect([command, status, body.error]).toEqual([command, 200, undefined]);
  return body.rows ?? [];
}
const signIn = (password: string) =>
  test.app.inject({
    method: 'POST',
    url: '/api/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0',
    },
    payload: new URLSearchParams({
      grant_type: 'password',
      brand: brand.identifier,
      tenantId: String(brand.tenantId),
      brandId: String(brand.id),
      userName: 'zelda.quux@example.com',
      password,
    }).toString(),
  });

describe('search', () => {
  it('finds the account and the end of the number of a card that nobody holds', async () => {
    const lone = await givenCard(test.ctx, { brand });
    await test.ctx.asOwner('UPDATE card SET holder_id = NULL WHERE id = $1', [lone.id]);
    await test.ctx.asOwner('UPDATE member_account SET primary_holder_id = NULL WHERE id = $1', [lone.account.id]);
    const found = expect.objectContaining({
      person: '',
      card: `card:${lone.id}`,
      accounts: lone.account.accountNumber,
    });
    expect(await rows('search', { text: lone.account.accountNumber })).toEqual([found]);
    expect(await rows('search', { text: lone.pan.slice(-4) })).toContainEqual(found);
  });

  it.each([
    ['zel', 'name'],
    ['Quux Zelda', 'name'],
    ['ZELDA.QUUX@example.com', 'email'],
    ['0400 123 001', 'mobile'],
    ['+61 400 123 001', 'mobile'],
  ])('finds a person by %s and says by what', async (text, by) => {
    expect(await rows('search', { text })).toEqual([
      expect.objectContaining({ person, name: 'Zelda Quux', by, brand: 'Harbour', email: 'z••••@e••••.com' }),
    ]);
  });

  it('finds by account, last four digits and card id', async () => {
    for (const [text, by] of [
      [card.account.accountNumber, 'account'],
      [card.pan.slice(-4), 'lastFour'],
      [card.cardId, 'cardId'],
    ] as const)
      expect(await rows('search', { text })).toEqual([expect.objectContaining({ person, by })]);
  });

  it('finds a purchase by merchant and amount', async () => {
    await sendNetwork(test, 'authorisations', purchaseOf(card, NORTHSIDE));
    for (const text of ['northside travel 2900', '$2,900.00 northside'])
      expect(await rows('search', { text })).toEqual([
        expect.objectContaining({ person, by: 'purchase', match: expect.stringMatching(/^northside travel, \d{4}-/i) }),
      ]);
    expect(await rows('search', { text: 'northside travel 2900.01' })).toEqual([]);
  });

  it('refuses a whole card number and takes hostile words as text', async () => {
    const { body } = await give(test, agent, 'search', { input: { text: card.pan } });
    expect(body.error).toBe('card_number_given');
    for (const text of ["' OR 1=1 --", '%%', '<script>alert(1)</script>', 'a\\', '\u202Eevil'])
      expect(await rows('search', { text })).toEqual([]);
  });
});

describe('person', () => {
  it('shows who they are, with contacts, birth and address masked', async () => {
    expect(await rows('person', { person })).toEqual([
      expect.objectContaining({
        person,
        name: 'Zelda Quux',
        brand: 'Harbour',
        language: 'enAU',
        verified: 'yes',
        lock: '',
        vulnerable: 'no',
        born: '•••• 1988',
        email: 'z••••@e••••.com',
        address: '••••, Fitzroy VIC 3065',
        taxFileNumber: '',
      }),
    ]);
  });

  it('says until when the sign-in is locked after wrong passwords', async () => {
    for (let turn = 0; turn < 5; turn += 1) await signIn('Wrong-Wattle-2026');
    const [row] = await rows('person', { person });
    expect(row).toMatchObject({ lock: 'account', lockOf: row?.['signIn'], wrongTries: 5 });
    expect(Date.parse(String(row?.['lockedUntil']))).toBeGreaterThan(test.ctx.clocks.security.now());
    expect(await rows('timeline', { person, kind: 'signIn' })).toEqual(
      expect.arrayContaining([expect.objectContaining({ event: 'sign_in.locked', kind: 'signIn' })]),
    );
  });

  it('shows balance, held and available money of the accounts', async () => {
    await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 5_365 }));
    expect(await rows('accounts', { person })).toEqual([
      expect.objectContaining({
        account: card.account.accountNumber,
        role: 'primary',
        balance: '2486.35',
        held: '53.65',
        available: '2432.70',
        state: 'open',
      }),
    ]);
    expect(await rows('holds', { account: card.account.accountNumber })).toEqual([
      expect.objectContaining({ amount: '53.65', why: 'purchase', what: 'Corner Cafe', card: card.pan.slice(-4) }),
    ]);
  });

  it('lists cards without a whole number', async () => {
    const [row] = await rows('cards-of', { person });
    expect(row).toMatchObject({ card: `card:${card.id}`, status: 'Active', number: card.maskedNumber });
    expect(JSON.stringify(row)).not.toContain(card.pan);
  });
});

describe('timeline', () => {
  it('shows a decline with its reason, and goes on without a gap or a repetition', async () => {
    const all = await rows('timeline', { person });
    expect(all).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'declined', what: 'Northside Travel', state: 'noFunds', amount: '-2900.00' }),
        expect.objectContaining({ event: 'approved', what: 'Corner Cafe', amount: '-53.65' }),
      ]),
    );
    const times = all.map(({ at }) => String(at));
    expect(times).toEqual(times.toSorted().toReversed());
    const paged: unknown[] = [];
    for (let turn = 0; turn < all.length; turn += 1) {
      const after: Input = turn === 0 ? {} : { after: String(all[turn - 1]?.['place']) };
      paged.push((await rows('timeline', { person, ...after }))[0]);
    }
    expect(paged.map((row) => ({ ...(row as object), place: '' }))).toEqual(all.map((row) => ({ ...row, place: '' })));
  });

  it('refuses a place that it has not shown', async () => {
    for (const after of ['x', Buffer.from('{"rows:1":"1; DROP TABLE holder"}').toString('base64url'), 'W10'])
      expect((await give(test, agent, 'timeline', { input: { person, after } })).body).toMatchObject({
        error: 'input_invalid',
        field: 'after',
      });
  });
});

describe('reveal', () => {
  it('shows one detail with a reason, and the timeline shows who asked and why', async () => {
    const because = 'Asked to confirm their address <b>&';
    expect(await rows('reveal', { person, detail: 'address', because })).toEqual([
      { person, detail: 'address', value: '12 Wattle St, Fitzroy VIC 3065' },
    ]);
    const [line] = await rows('timeline', { person, kind: 'staff' });
    expect(line).toMatchObject({
      event: 'desk.reveal',
      what: 'address',
      reason: because,
      by: expect.stringMatching(/^Member/),
    });
    expect((await auditOfStaff(test.ctx, agent)).at(-2)).toBe(`desk.reveal ${person} ok`);
    // No text of a person is in the audit log, which is never emptied.
    const kept = await test.ctx.asOwner<{ row: string }>('SELECT l::text AS row FROM audit_log l');
    expect(kept.filter(({ row }) => row.includes('confirm their address') || row.includes('Wattle St'))).toEqual([]);
  });

  it('refuses without a reason, and what is not there', async () => {
    const short = await give(test, agent, 'reveal', { input: { person, detail: 'email', because: 'x' } });
    expect(short.body).toMatchObject({ error: 'input_invalid', field: 'because' });
    const none = await give(test, agent, 'reveal', { input: { person, detail: 'homePhone', because: 'call back' } });
    expect(none.body).toMatchObject({ error: 'nothing_to_do', field: 'detail' });
  });

  it('does not list who only looked', async () => {
    await rows('person', { person });
    const staff = await rows('timeline', { person, kind: 'staff' });
    expect(staff.map(({ event }) => event)).toEqual(expect.not.arrayContaining(['desk.person', 'desk.timeline']));
  });
});

describe('notes and care', () => {
  it('keeps a note as it was written, for everybody at the desk', async () => {
    const text = '<script>alert(1)</script> called\nabout 李小明';
    await rows('add-note', { person, text });
    const viewer = await givenStaff(test.ctx, brand.tenantId, { role: 'viewer' });
    expect(await rows('notes', { person }, viewer)).toEqual([expect.objectContaining({ text })]);
  });

  it('flags a vulnerable customer and takes the flag off', async () => {
    await rows('flag-person', { person, largePrint: true, otherContact: 'Ana, daughter, 0400 000 002' });
    expect(await rows('person', { person })).toEqual([
      expect.objectContaining({ vulnerable: 'yes', largePrint: 'yes', hardship: 'no', otherContact: '••••' }),
    ]);
    expect(await rows('reveal', { person, detail: 'otherContact', because: 'no answer at home' })).toEqual([
      expect.objectContaining({ value: 'Ana, daughter, 0400 000 002' }),
    ]);
    await rows('flag-person', { person, remove: true });
    expect(await rows('person', { person })).toEqual([expect.objectContaining({ vulnerable: 'no', otherContact: '' })]);
  });
});

describe('changes of a person', () => {
  const reason = 'called, answered three questions';
  async function change(command: string, input: Input) {
    const asked = await give(test, agent, command, { input: { person, ...input }, reason });
    expect([asked.status, asked.body.error]).toEqual([200, undefined]);
    const manager = await givenStaff(test.ctx, brand.tenantId, { role: 'manager' });
    const done = await give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } });
    expect([done.status, done.body.error]).toEqual([200, undefined]);
  }
  const notices = async () =>
    (await rows('messages-of', { person }))
      .filter(({ message }) => message === 'contactChanged' || message === 'contactReplaced')
      .map(({ channel, message }) => `${String(message)} by ${String(channel)}`);

  it('changes the email and the username, and notifies the old contact', async () => {
    const before = (await notices()).length;
    await change('change-contact', { channel: 'email', to: 'Zelda.New@example.com' });
    expect((await notices()).slice(0, (await notices()).length - before).toSorted()).toEqual([
      'contactChanged by sms',
      'contactReplaced by email',
    ]);
    expect(await rows('search', { text: 'zelda.new@example.com' })).toEqual([expect.objectContaining({ person })]);
    const names = await test.ctx.asOwner(
      "SELECT name, reserved_until IS NOT NULL AS reserved FROM login_name WHERE name LIKE 'zelda%' ORDER BY name",
    );
    expect(names).toEqual([
      { name: 'zelda.new@example.com', reserved: false },
      { name: 'zelda.quux@example.com', reserved: true },
    ]);
    const [line] = await rows('timeline', { person, kind: 'staff' });
    expect(line).toMatchObject({
      event: 'desk.change-contact',
      state: 'ok',
      reason,
      detail: expect.stringMatching(/^Member/),
    });
  });

  it('refuses an email that another signs in by, a landline, and what is so already', async () => {
    const other = await givenHolder(test.ctx, { brand, email: 'taken@example.com' });
    await givenWebAccount(test.ctx, { holder: other });
    for (const [input, error] of [
      [{ channel: 'email', to: 'taken@example.com' }, 'email_taken'],
      [{ channel: 'mobile', to: '03 9000 0001' }, 'landline_given'],
      [{ channel: 'mobile', to: '0400 123 001' }, 'nothing_to_do'],
      [{ channel: 'email', to: '0400 123 002' }, 'input_invalid'],
      [{}, 'input_invalid'],
    ] as const)
      expect((await give(test, agent, 'change-contact', { input: { person, ...input }, reason })).body.error).toBe(
        error,
      );
  });

  it('changes address and name', async () => {
    await change('change-address', { line1: '1 New St', suburb: 'Carlton', state: 'VIC', postCode: '3053' });
    await change('change-name', { firstName: 'Zelda', surname: 'Other', title: 'Dr' });
    // A name that is not given stays.
    await change('change-name', { surname: 'Newname' });
    expect(await rows('person', { person })).toEqual([
      expect.objectContaining({ name: 'Zelda Newname', title: 'Dr', address: '••••, Carlton VIC 3053' }),
    ]);
    // One name is said, so that an omitted one stays and is not lost.
    await change('change-name', { surname: 'Suharto', oneName: true });
    expect(await rows('person', { person })).toEqual([expect.objectContaining({ name: 'Suharto', title: 'Dr' })]);
    const both = { person, surname: 'Suharto', firstName: 'Haji', oneName: true };
    expect(await give(test, agent, 'change-name', { input: both, reason })).toMatchObject({
      status: 400,
      body: { error: 'input_invalid', field: 'firstName' },
    });
  });
});
