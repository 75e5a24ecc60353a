import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { dump } from '../../../test-support/processes/dump.ts';
import { givenDispute, takeBackCredits } from '../../../test-support/disputes.ts';
import {
  givenClosureAsked,
  givenEnded,
  givenIssued,
  givenNominee,
  givenPerson,
  givenSchedule,
} from '../../../test-support/desk/ending-samples.ts';
import { givenCard, givenSession, type TestBrand, type TestCard } from '../../../test-support/factories.ts';
import { holdCents } from '../../../test-support/ledger/ledger-money.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { postApi, postBytes } from '../../../test-support/signed-in.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const command = async (brand: TestBrand, name: string, input: Readonly<Record<string, string | boolean>>) => {
  const member = await givenStaff(test.ctx, brand.tenantId);
  return (await give(test, member, name, { input, reason: 'called us' })).body;
};
const close = (card: TestCard, rest: object = {}) =>
  command(card.brand, 'close-account', { account: card.account.accountNumber, ...rest });
const statusOf = async ({ id }: TestCard) =>
  (await test.ctx.asOwner<{ status: string }>('SELECT status FROM card WHERE id = $1', [id]))[0]?.status;
const scheduleOf = async (id: string) =>
  (await test.ctx.asOwner<{ state: string }>('SELECT state FROM schedule WHERE id = $1', [id]))[0]?.state;
const namesOf = (id: bigint) => test.ctx.asOwner('SELECT name FROM login_name WHERE web_account_id = $1', [id]);
const buys = async (card: TestCard) => (await sendNetwork(test, 'authorisations', purchaseOf(card))).answer;

/** A command approved by a second member of staff. */
async function approved(brand: TestBrand, name: string, input: Readonly<Record<string, string>>) {
  const asked = await command(brand, name, input);
  if (asked.request === undefined) return asked;
  const other = await givenStaff(test.ctx, brand.tenantId);
  return (await give(test, other, 'approve', { input: { request: asked.request.id } })).body;
}
const die = (brand: TestBrand, id: bigint, on = '2026-11-19') =>
  approved(brand, 'record-death', { person: `holder:${id}`, on });

describe('a closed account', () => {
  it('has closed cards, is closed in the ledger, and is closed once', async () => {
    const { account, card } = await givenPerson(test);
    await givenClosureAsked(test, account);
    expect((await close(card)).rows).toEqual([{ account: account.accountNumber, cards: 1, schedules: 0 }]);
    const [row] = await test.ctx.asOwner(
      'SELECT closed_at IS NOT NULL AS is_closed FROM ledger_account WHERE id = $1',
      [account.ledgerAccountId],
    );
    expect([row, await statusOf(card)]).toEqual([{ is_closed: true }, 'Closed']);
    expect(await buys(card)).not.toBe('00');
    expect((await close(card)).error).toBe('nothing_to_do');
  });

  it('loses its scheduled payments when that is confirmed, and is not closed otherwise', async () => {
    const { account, card, holder } = await givenPerson(test);
    await givenClosureAsked(test, account);
    const schedule = await givenSchedule(test, account, holder);
    expect((await close(card)).error).toBe('schedules_open');
    expect([await scheduleOf(schedule), await statusOf(card)]).toEqual(['Active', 'Active']);
    expect((await close(card, { stopSchedules: true })).rows).toMatchObject([{ schedules: 1 }]);
    expect(await scheduleOf(schedule)).toBe('Cancelled');
  });

  it('is refused with a working card unless its holder asked, and accepted with an expired card', async () => {
    expect((await close((await givenPerson(test)).card)).error).toBe('not_asked_for');
    expect((await close((await givenPerson(test, 0n, '2026-10')).card)).error).toBeUndefined();
  });

  it('is refused with a balance or a hold', async () => {
    const rich = await givenPerson(test, 1n);
    await givenClosureAsked(test, rich.account);
    expect((await close(rich.card)).error).toBe('account_not_empty');
    const held = await givenPerson(test, 10_000n);
    await givenClosureAsked(test, held.account);
    expect(await buys(held.card)).toBe('00');
    expect((await close(held.card)).error).toBe('account_not_empty');
  });

  it('is refused with an open dispute', async () => {
    const { card } = await givenDispute(test, 'Open', { balance: 1_234n });
    await givenClosureAsked(test, card.account);
    expect((await close(card)).error).toBe('disputes_open');
  });

  it('waits for the provisional credit of a dispute that was withdrawn, and then for what it leaves owed', async () => {
    const { card } = await givenDispute(test, 'Cancelled', { balance: 1_234n });
    await givenClosureAsked(test, card.account);
    await test.ctx.asOwner('UPDATE dispute SET provisional = 1234 WHERE member_account_id = $1', [card.account.id]);
    expect((await close(card)).error).toBe('disputes_open');
    await takeBackCredits(test, card.brand);
    expect(await balanceOf(test.ctx, card.account)).toBe(-12_34n);
    expect((await close(card)).error).toBe('account_not_empty');
  });

  it('is refused with a payment in flight', async () => {
    const { account, card } = await givenPerson(test);
    await givenClosureAsked(test, account);
    await test.ctx.asOwner(
      `INSERT INTO payment_out (tenant_id, transfer_id, member_account_id, method, bsb, account_number, name, reference,
                                remitter, amount, paid_on, value_date)
       VALUES ($1, 1, $2, 'external', '000101', '1', 'A', 'B', 'C', 1, '2026-11-20', '2026-11-20')`,
      [account.brand.tenantId, account.id],
    );
    expect((await close(card)).error).toBe('payments_open');
  });
});

describe('a recorded death', () => {
  it('ends sign-ins, sessions, cards and scheduled payments, also of nominees on the account', async () => {
    const { brand, account, card, holder, webAccount } = await givenPerson(test, 10_000n);
    const nominee = await givenNominee(test, account);
    const schedule = await givenSchedule(test, account, nominee.holder);
    const { headers } = await givenSession(test.ctx, { webAccount });
    expect(
      (await postApi(test, 'statement/getStatementList', headers, { accountNumber: account.accountNumber })).statusCode,
    ).not.toBe(401);
    expect((await die(brand, holder.id)).rows).toEqual([
      { person: `holder:${holder.id}`, on: '2026-11-19', cards: 2, schedules: 1 },
    ]);
    expect([await statusOf(card), await statusOf(nominee.card)]).toEqual(['Closed', 'Closed']);
    expect([await scheduleOf(schedule), await namesOf(webAccount.id)]).toEqual(['Cancelled', []]);
    expect(
      (await postApi(test, 'statement/getStatementList', headers, { accountNumber: account.accountNumber })).statusCode,
    ).toBe(401);
    expect(await buys(card)).not.toBe('00');
  });

  it('cannot be in the future and is recorded once', async () => {
    const { brand, holder } = await givenPerson(test);
    expect(await die(brand, holder.id, '2026-11-21')).toMatchObject({ error: 'input_invalid', field: 'on' });
    expect((await die(brand, holder.id, '2026-11-20')).error).toBeUndefined();
    expect((await die(brand, holder.id)).error).toBe('nothing_to_do');
  });
});

describe('a death recorded by mistake', () => {
  const takeBack = (brand: TestBrand, id: bigint) => approved(brand, 'take-back-death', { person: `holder:${id}` });

  it('is reversed by two people, after which the person signs in with the same names and can pay', async () => {
    const { brand, account, card, holder, webAccount } = await givenPerson(test, 50_00n);
    const names = await namesOf(webAccount.id);
    expect((await takeBack(brand, holder.id)).error).toBe('nothing_to_do');
    await die(brand, holder.id);
    expect(await namesOf(webAccount.id)).toEqual([]);
    expect((await takeBack(brand, holder.id)).rows).toEqual([{ person: `holder:${holder.id}`, names: names.length }]);
    expect(await namesOf(webAccount.id)).toEqual(names);
    const sql = 'SELECT died_on FROM holder WHERE id = $1';
    expect(await test.ctx.asOwner(sql, [holder.id])).toEqual([{ died_on: null }]);
    // A card that was handed in cannot be used by its finder.
    expect(await statusOf(card)).toBe('Closed');
    const notices = "SELECT template FROM outbox_message WHERE holder_id = $1 AND template = 'deathTakenBack'";
    expect((await test.ctx.asOwner(notices, [holder.id])).length).toBeGreaterThan(0);
    expect(await balanceOf(test.ctx, account)).toBe(50_00n);
    expect((await die(brand, holder.id)).error).toBeUndefined();
  });

  it('cannot be reversed after 30 days', async () => {
    const { brand, holder } = await givenPerson(test);
    await die(brand, holder.id);
    const late = `UPDATE death_record SET recorded_at = recorded_at - interval '30 days 1 minute' WHERE holder_id = $1`;
    await test.ctx.asOwner(late, [holder.id]);
    expect((await takeBack(brand, holder.id)).error).toBe('request_expired');
  });
});

describe('a removed nominee', () => {
  it('loses sign-in, card and scheduled payments on the account, while the owner keeps theirs', async () => {
    const { brand, account, card, holder, webAccount } = await givenPerson(test);
    const nominee = await givenNominee(test, account);
    const [theirs, own] = [
      await givenSchedule(test, account, nominee.holder),
      await givenSchedule(test, account, holder),
    ];
    const input = { nominee: `web:${nominee.webAccount.id}` };
    expect((await command(brand, 'end-nominee', input)).rows).toEqual([{ ...input, cards: 1, schedules: 1 }]);
    expect([await statusOf(nominee.card), await statusOf(card)]).toEqual(['Closed', 'Active']);
    expect([await scheduleOf(theirs), await scheduleOf(own)]).toEqual(['Cancelled', 'Active']);
    expect([await namesOf(nominee.webAccount.id), await namesOf(webAccount.id)]).toEqual([[], [expect.anything()]]);
  });

  it('keeps an account of their own', async () => {
    const { brand, account } = await givenPerson(test);
    const nominee = await givenNominee(test, account);
    const own = await givenCard(test.ctx, { brand, holder: nominee.holder });
    await command(brand, 'end-nominee', { nominee: `card:${nominee.card.id}` });
    expect([await statusOf(nominee.card), await statusOf(own)]).toEqual(['Closed', 'Active']);
  });

  it('cannot be the owner of the account', async () => {
    const { brand, card, webAccount } = await givenPerson(test);
    for (const nominee of [`web:${webAccount.id}`, `card:${card.id}`]) {
      expect((await command(brand, 'end-nominee', { nominee })).error).toBe('not_a_nominee');
    }
    expect(await statusOf(card)).toBe('Active');
  });
});

describe('a resent statement', () => {
  const send = (brand: TestBrand, account: string, until = '2026-10-31') =>
    command(brand, 'send-statement', { account, until });

  it('waits for the printer each time', async () => {
    const { brand, account } = await givenPerson(test);
    const statement = await givenIssued(test, account);
    for (const _ of [1, 2]) expect((await send(brand, account.accountNumber)).rows).toMatchObject([{ sent: 'paper' }]);
    const items = await test.ctx.asOwner<{ payload: { statement: string; copy: string } }>(
      "SELECT payload FROM due_work WHERE job = 'statements.print' AND tenant_id = $1",
      [brand.tenantId],
    );
    expect(items.map(({ payload }) => payload.statement)).toEqual([statement, statement]);
    expect(new Set(items.map(({ payload }) => payload.copy)).size).toBe(2);
  });

  it('must have been issued and needs an address', async () => {
    const { brand, account, holder } = await givenPerson(test);
    await givenIssued(test, account);
    expect(await send(brand, account.accountNumber, '2026-09-30')).toMatchObject({
      error: 'not_found',
      field: 'until',
    });
    await test.ctx.asOwner('UPDATE holder SET address = NULL WHERE id = $1', [holder.id]);
    expect((await send(brand, account.accountNumber)).error).toBe('no_address');
  });
});

describe('a payout by the desk', () => {
  const ask = async (card: TestCard, given: object = {}) => {
    const input = {
      account: card.account.accountNumber,
      bsb: '000-101',
      to: '61200447',
      name: 'Amelia Chen',
      ...given,
    };
    return command(card.brand, 'pay-out', input);
  };
  const approve = async (brand: TestBrand, request: string | undefined) =>
    give(test, await givenStaff(test.ctx, brand.tenantId), 'approve', { input: { request: request ?? '' } });

  it('pays everything on an account with an expired card to a bank account, with a second approval', async () => {
    const { brand, account, card } = await givenPerson(test, 12_34n, '2026-10');
    const { request } = await ask(card);
    expect(await balanceOf(test.ctx, account)).toBe(12_34n);
    expect((await approve(brand, request?.id)).body.rows).toMatchObject([{ amount: '12.34' }]);
    expect(await balanceOf(test.ctx, account)).toBe(0n);
    const sql = 'SELECT bsb, account_number, name, amount::int, state FROM payment_out WHERE member_account_id = $1';
    expect(await test.ctx.asOwner(sql, [account.id])).toEqual([
      { bsb: '000101', account_number: '61200447', name: 'Amelia Chen', amount: 1234, state: 'Made' },
    ]);
  });

  it('goes to the estate of a person who has died', async () => {
    const { brand, account, card, holder } = await givenPerson(test, 50_00n);
    expect((await ask(card)).error).toBe('not_expired');
    await die(brand, holder.id);
    const { request } = await ask(card, { name: 'Estate of A Chen' });
    expect((await approve(brand, request?.id)).status).toBe(200);
    expect(await balanceOf(test.ctx, account)).toBe(0n);
  });

  it('waits for an open dispute, for the credit of a withdrawn one, and for money from another card', async () => {
    const { card } = await givenDispute(test, 'Open', { balance: 50_00n });
    await test.ctx.asOwner("UPDATE card SET expiry = '2026-10' WHERE id = $1", [card.id]);
    expect((await ask(card)).error).toBe('disputes_open');
    const end =
      "UPDATE dispute SET state = 'Cancelled', ended_at = now(), provisional = 500 WHERE member_account_id = $1";
    await test.ctx.asOwner(end, [card.account.id]);
    expect((await ask(card)).error).toBe('disputes_open');
    await takeBackCredits(test, card.brand);
    // 50.00 less the purchase of 12.34 and less 5.00 that were never credited here.
    expect(await balanceOf(test.ctx, card.account)).toBe(32_66n);
    const marked = await test.ctx.asOwner<{ until: string }>(
      `INSERT INTO card_money_mark (tenant_id, transfer_id, from_account_id, to_account_id, cents, until)
       SELECT tenant_id, 1, 0, id, 1, $2::timestamptz + interval '1 minute' FROM member_account WHERE id = $1 RETURNING until`,
      [card.account.id, new Date(test.ctx.clocks.business.now())],
    );
    expect((await ask(card)).error).toBe('card_money_open');
    test.ctx.setBusinessTime(marked[0]?.until ?? '');
    const { request } = await ask(card);
    // It came after the request.
    await test.ctx.asOwner('UPDATE card_money_mark SET until = until + $2::interval WHERE to_account_id = $1', [
      card.account.id,
      '1 minute',
    ]);
    expect((await approve(card.brand, request?.id)).body.error).toBe('card_problem');
    test.ctx.setBusinessTime(TEST_START);
  });

  it('is refused with holds, without money, and to an unknown branch', async () => {
    const held = await givenPerson(test, 10_00n, '2026-10');
    const hold = await holdCents(test.ctx, held.account, 1_00n);
    expect((await ask(held.card)).error).toBe('holds_open');
    await hold.release();
    expect(await ask(held.card, { bsb: '999-999' })).toMatchObject({ error: 'required_field', field: 'bsb' });
    expect(await balanceOf(test.ctx, held.account)).toBe(10_00n);
    expect((await ask((await givenPerson(test, 0n, '2026-10')).card)).error).toBe('nothing_to_do');
  });
});

describe('an erased person', () => {
  const erase = async (brand: TestBrand, id: bigint) => command(brand, 'erase-person', { person: `holder:${id}` });
  const approve = async (brand: TestBrand, request: string | undefined) =>
    (await give(test, await givenStaff(test.ctx, brand.tenantId), 'approve', { input: { request: request ?? '' } }))
      .body;
  const MARKS = [
    'Zebulon',
    'Quillfeather',
    'zebulon.q@example.com',
    '0499887766',
    '12 Quandong Way',
    'At Bluegum Bay',
    'Nonna Rossi-Mark',
  ];

  it('is named nowhere any more, with a second approval, and the ledger is unchanged', async () => {
    const { card, headers, sequence } = await givenDispute(test, 'Resolved');
    const { brand, account } = card;
    const { id } = account.holder;
    await postApi(test, 'transaction/saveNote', headers, {
      accountNumber: account.accountNumber,
      Sequence: sequence,
      Note: 'At Bluegum Bay',
    });
    const about = { accountNumber: account.accountNumber, Sequence: sequence };
    const photo = Buffer.from('%PDF-1.7\n%%EOF\n');
    await postBytes(test, 'transaction/keepReceipt', headers, { ...about, Name: 'At Bluegum Bay.pdf' }, photo);
    await postApi(test, 'transaction/setCategory', headers, { ...about, Category: 'travel', IsForMerchant: true });
    await test.ctx.asOwner(
      `UPDATE holder SET first_name = $2, surname = $3, email = $4, mobile = $5, address = $6, date_of_birth = '1990-02-01'
        WHERE id = $1`,
      [id, MARKS[0], MARKS[1], MARKS[2], MARKS[3], JSON.stringify({ AddressLine1: MARKS[4] })],
    );
    await test.ctx.asOwner(
      `INSERT INTO savings_goal (id, tenant_id, member_account_id, name, cents, place)
       VALUES (gen_random_uuid(), $1, $2, 'At Bluegum Bay', 0, 1)`,
      [brand.tenantId, account.id],
    );
    await test.ctx.asOwner(
      `INSERT INTO payee (id, tenant_id, web_account_id, type, name, bsb, account_number)
       SELECT gen_random_uuid(), tenant_id, id, 2, 'At Bluegum Bay', '', '200100025' FROM web_account WHERE holder_id = $1`,
      [id],
    );
    await test.ctx.asOwner(
      `INSERT INTO paid_destination (tenant_id, paid_at, cents, owner, destination)
       SELECT tenant_id, now(), 100, 'web:' || id, 'external:000101:At Bluegum Bay' FROM web_account WHERE holder_id = $1`,
      [id],
    );
    await test.ctx.asOwner(
      `WITH link AS (
         INSERT INTO payment_link (id, tenant_id, brand_id, member_account_id, web_account_id, token, shown_name, maximum, made_at, ends_at)
         SELECT gen_random_uuid(), tenant_id, $2, $3, id, 'erasedErasedErasedEras', 'Zebulon Q.', 100, now(), now()
           FROM web_account WHERE holder_id = $1 RETURNING id, tenant_id
       ), paid AS (
         INSERT INTO gateway_payment (id, tenant_id, brand_id, purpose, subject, amount, state, sst_hash, address_hash, made_at, expires_at)
         SELECT gen_random_uuid(), tenant_id, $2, 'link', id::text, 100, 'Paid', $4, $4, now(), now() FROM link RETURNING id, tenant_id
       )
       INSERT INTO payment_link_payer (payment_id, tenant_id, payment_link_id, payer_name)
       SELECT paid.id, paid.tenant_id, link.id, 'Nonna Rossi-Mark' FROM paid, link`,
      [id, brand.id, account.id, Buffer.alloc(32)],
    );
    const before = await dump(test.ctx);
    for (const mark of MARKS) expect(before).toContain(mark);
    expect((await erase(brand, id)).error).toBe('still_here');
    await givenEnded(test, card);
    const entries = () => test.ctx.asOwner('SELECT * FROM transfer WHERE tenant_id = $1 ORDER BY id', [brand.tenantId]);
    const booked = await entries();
    const { request } = await erase(brand, id);
    expect((await approve(brand, request?.id)).rows).toEqual([{ person: `holder:${id}`, signIns: 1 }]);
    const after = await dump(test.ctx);
    for (const mark of MARKS) expect(after).not.toContain(mark);
    expect(await entries()).toEqual(booked);
    expect((await postApi(test, 'card/details', headers, { Card: card.reference })).statusCode).toBe(401);
    expect((await erase(brand, id)).error).toBe('nothing_to_do');
  });

  it('leaves the other people of an account unchanged', async () => {
    const { brand, account, holder } = await givenPerson(test);
    const nominee = await givenNominee(test, account);
    await command(brand, 'end-nominee', { nominee: `web:${nominee.webAccount.id}` });
    const { request } = await erase(brand, nominee.holder.id);
    expect((await approve(brand, request?.id)).rows).toMatchObject([{ person: `holder:${nominee.holder.id}` }]);
    const [kept] = await test.ctx.asOwner<{ email: string }>('SELECT email FROM holder WHERE id = $1', [holder.id]);
    expect(kept?.email).toBe(holder.email);
  });
});

it('the ledger verifies after all of these endings', async () => {
  expect(await brokenIn(test.ctx)).toEqual([]);
});
