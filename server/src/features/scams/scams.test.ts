import type { ScamReport } from '@wattle/contract/scams/report-scam.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { codeOf } from '../../../test-support/cookies.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { outcomeOf } from '../../../test-support/payees.ts';
import { returnsOf } from '../../../test-support/outside/returns-file.ts';
import { runDue } from '../../../test-support/schedules.ts';
import { getApi, postApi } from '../../../test-support/signed-in.ts';
import { type Driver, linesOf, testEveryCell } from '../../../test-support/state-matrix.ts';
import { balanceOf, billBody, externalBody, postMoney, transferBody } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { SCAM, SCAM_STATES, type ScamState } from './scam-report.states.domain.ts';

const bank = await givenBank({ scamHoldAmount: 300_00 });
const { test, tenantId, givenPayer, pay, payBill, course, make, exchange, newDay, hour, dd, leave } = bank;
afterAll(() => bank.close());

type Person = Awaited<ReturnType<typeof givenPayer>>;
type Named = { readonly accountNumber?: string };

const ask =
  (path: string) =>
  (person: Person, receiptNumber: string, named: Named = {}) =>
    postApi(test, path, person.headers, { accountNumber: person.card.account.accountNumber, receiptNumber, ...named });
const report = ask('transfer/reportScam');
const look = ask('transfer/getScamReport');
const reported = async (person: Person, receipt: string) => (await report(person, receipt)).json<ScamReport>();
const payTo = (person: Person, payee: Person, Amount: number) =>
  postMoney(
    test,
    'transfer/internal',
    person.headers,
    transferBody(person.card.account, payee.card.account, { Amount }),
  );
const receiptOf = async (person: Person, payee: Person, amount: number) =>
  (await payTo(person, payee, amount)).json<{ ReceiptNumber: string }>().ReceiptNumber;

/** Booked cents, and cents on hold. */
const money = async ({ card: { account } }: Person) => {
  const [row] = await test.ctx.asOwner<{ held: string }>('SELECT held FROM ledger_account WHERE id = $1', [
    account.ledgerAccountId,
  ]);
  return [await balanceOf(test.ctx, account), Number(row?.held)];
};
const noticesOf = async ({ holder }: Person) => {
  const rows = await test.ctx.asOwner<{ template: string }>(
    "SELECT DISTINCT template FROM outbox_message WHERE holder_id = $1 AND template IN ('scamReported', 'scamClosed', 'payeeUnblocked') ORDER BY template",
    [holder.id],
  );
  return rows.map(({ template }) => template);
};
const listBlocked = async (person: Person) =>
  (await getApi(test, 'transfer/blockedPayees', person.headers)).json<{ Payees: { BlockedPayeeId: string }[] }>()
    .Payees;
const blocksOf = ({ holder }: Person) =>
  test.ctx.asOwner('SELECT destination FROM blocked_payee WHERE holder_id = $1', [holder.id]);

let payer: Person;
let payee: Person;
beforeEach(async () => {
  newDay();
  payer = await givenPayer(2_000_00n);
  payee = await givenPayer(0n);
});

describe('a held payment that is reported as a scam', () => {
  it('is stopped, and the ledger only releases its hold', async () => {
    const receipt = await receiptOf(payer, payee, 350);
    expect(await money(payer)).toEqual([2_000_00n, 350_00]);
    expect((await look(payer, receipt)).json()).toMatchObject({ Amount: 350, WouldBe: 'Stopped', Report: null });
    const answer = await reported(payer, receipt);
    expect(answer).toMatchObject({ Outcome: 'Stopped', IsOpen: true, IsBlocked: true });
    expect(answer.Reference).toMatch(/^26\d{10,}$/);
    expect(await money(payer)).toEqual([2_000_00n, 0]);
    hour(13 + 25);
    await runDue(test.ctx, tenantId);
    expect(await money(payer)).toEqual([2_000_00n, 0]);
    expect(await money(payee)).toEqual([0n, 0]);
    expect(await noticesOf(payer)).toEqual(['scamReported']);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('is one report however often it is sent, also at once', async () => {
    const receipt = await receiptOf(payer, payee, 350);
    const answers = await Promise.all(Array.from({ length: 8 }, () => reported(payer, receipt)));
    expect(new Set(answers.map(({ Reference }) => Reference)).size).toBe(1);
    expect(await reported(payer, receipt)).toEqual(answers[0]);
    expect(await money(payer)).toEqual([2_000_00n, 0]);
    expect(await blocksOf(payer)).toHaveLength(1);
  });

  it('is either stopped or has left, where it is carried out at the same moment', async () => {
    const receipt = await receiptOf(payer, payee, 350);
    hour(13 + 24);
    const [answer] = await Promise.all([reported(payer, receipt), runDue(test.ctx, tenantId)]);
    const isPaid = (await money(payee))[0] === 350_00n;
    expect(answer.Outcome).toBe(isPaid ? 'WithUs' : 'Stopped');
    expect(await money(payer)).toEqual([isPaid ? 1_650_00n : 2_000_00n, 0]);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('is one payment with what it becomes: either receipt finds the report', async () => {
    const receipt = await pay(payer, { Amount: 350, DestinationAccountNumber: '44170001' });
    hour(13 + 24);
    await runDue(test.ctx, tenantId);
    const [out] = await test.ctx.asOwner<{ reference: string }>(
      `SELECT d.reference FROM payment_out p JOIN transfer t ON t.id = p.transfer_id
         JOIN transaction_detail d ON d.ledger_account_id = t.debit_account_id AND d.seq = t.debit_seq
        WHERE p.member_account_id = $1`,
      [payer.card.account.id],
    );
    const answer = await reported(payer, receipt);
    expect(answer.Outcome).toBe('Stopped');
    expect(await reported(payer, out?.reference ?? '')).toEqual(answer);
  });
});

describe('a scheduled payment that is reported as a scam', () => {
  const LATER = { PaymentFrequency: 21, FutureDate: '2027-06-16' };
  const WEEKLY = { PaymentFrequency: 1, StartDate: '2027-06-16', NoOfPayments: 3 };

  it.each([LATER, WEEKLY])('is stopped before any of it is made: %j', async (dates) => {
    const receipt = await pay(payer, { Amount: 20, DestinationAccountNumber: '44170010', ...dates });
    expect((await look(payer, receipt)).json()).toMatchObject({ Amount: 20, WouldBe: 'Stopped', Report: null });
    const answer = await reported(payer, receipt);
    expect(answer).toMatchObject({ Outcome: 'Stopped', IsBlocked: true });
    expect(await reported(payer, receipt)).toEqual(answer);
    test.ctx.setBusinessTime('2027-06-16T02:00:00Z');
    await runDue(test.ctx, tenantId);
    expect(await money(payer)).toEqual([2_000_00n, 0]);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('is stopped by either receipt while it is held on its day', async () => {
    const tomorrow = new Date(Date.parse(bank.today()) + 24 * 3_600_000).toISOString().slice(0, 10);
    const dates = { Amount: 350, PaymentFrequency: 21 as const, FutureDate: tomorrow };
    const body = transferBody(payer.card.account, payee.card.account, dates);
    const order = (await postMoney(test, 'transfer/internal', payer.headers, body)).json().ReceiptNumber;
    hour(13 + 18);
    await runDue(test.ctx, tenantId);
    expect(await money(payer)).toEqual([2_000_00n, 350_00]);
    const [held] = await test.ctx.asOwner<{ receipt: string }>(
      'SELECT receipt FROM schedule WHERE member_account_id = $1 AND hold_id IS NOT NULL',
      [payer.card.account.id],
    );
    for (const receipt of [order, held?.receipt ?? '']) {
      expect((await look(payer, receipt)).json()).toMatchObject({ Amount: 350, WouldBe: 'Stopped' });
    }
    const answer = await reported(payer, order);
    expect(answer.Outcome).toBe('Stopped');
    expect(await money(payer)).toEqual([2_000_00n, 0]);
    expect(await reported(payer, held?.receipt ?? '')).toEqual(answer);
  });

  it('is stopped by either receipt once it was made and is in no file', async () => {
    const receipt = await pay(payer, { Amount: 20, DestinationAccountNumber: '44170011', ...LATER });
    test.ctx.setBusinessTime('2027-06-16T02:00:00Z');
    await runDue(test.ctx, tenantId);
    expect(await money(payer)).toEqual([1_980_00n, 0]);
    const answer = await reported(payer, receipt);
    expect(answer.Outcome).toBe('Stopped');
    const [out] = await test.ctx.asOwner<{ reference: string }>(
      `SELECT d.reference FROM payment_out p JOIN transfer t ON t.id = p.transfer_id
         JOIN transaction_detail d ON d.ledger_account_id = t.debit_account_id AND d.seq = t.debit_seq
        WHERE p.member_account_id = $1`,
      [payer.card.account.id],
    );
    expect(await reported(payer, out?.reference ?? '')).toEqual(answer);
  });

  it('stops what is left of a regular one, and is not found once all of it was made', async () => {
    const regular = (number: string) => pay(payer, { Amount: 20, DestinationAccountNumber: number, ...WEEKLY });
    const left = await regular('44170012');
    const over = await regular('44170013');
    test.ctx.setBusinessTime('2027-06-16T02:00:00Z');
    await runDue(test.ctx, tenantId);
    expect(await money(payer)).toEqual([1_960_00n, 0]);
    expect(await reported(payer, left)).toMatchObject({ Outcome: 'Stopped' });
    for (const day of ['23', '30']) {
      test.ctx.setBusinessTime(`2027-06-${day}T02:00:00Z`);
      await runDue(test.ctx, tenantId);
    }
    expect(await money(payer)).toEqual([1_920_00n, 0]);
    expect(codeOf(await look(payer, over))).toBe('404');
    expect(codeOf(await report(payer, over))).toBe('404');
  });

  it('is only its payer’s', async () => {
    const other = await givenPayer(500_00n);
    const receipt = await pay(payer, { Amount: 20, DestinationAccountNumber: '44170014', ...LATER });
    for (const call of [look, report]) expect(codeOf(await call(other, receipt))).toBe('404');
  });
});

describe('a payment that has left and is reported as a scam', () => {
  it('is asked back of the other bank, once', async () => {
    const receipt = await pay(payer, { Amount: 20, DestinationAccountNumber: '44170002' });
    hour(18);
    await make();
    await exchange();
    expect((await look(payer, receipt)).json()).toMatchObject({ WouldBe: 'AskedBack', Name: 'Jordan Blake' });
    const before = await money(payer);
    expect(await reported(payer, receipt)).toMatchObject({ Outcome: 'AskedBack' });
    await report(payer, receipt);
    expect(await money(payer)).toEqual(before);
    expect(await course(payer, receipt)).toMatchObject({ State: 'Settled', Mistaken: { State: 'Asked' } });
  });

  it('takes over a request that was made before', async () => {
    const receipt = await pay(payer, { Amount: 20, DestinationAccountNumber: '44170003' });
    const { accountNumber } = payer.card.account;
    const asked = await postApi(test, 'transfer/reportMistakenPayment', payer.headers, {
      accountNumber,
      receiptNumber: receipt,
    });
    await report(payer, receipt);
    expect(await course(payer, receipt)).toMatchObject({ Mistaken: { Reference: asked.json().Reference } });
  });

  it('says that it is back where it has come back', async () => {
    const receipt = await pay(payer, { Amount: 10, DestinationAccountNumber: '44172208' });
    hour(18);
    await make();
    await exchange();
    const line = { account: '44172208', cents: '1000', code: '5', reference: 'Bond, Wilson St', day: dd() };
    await leave('scam.returns', returnsOf([line], { on: bank.today() }));
    await exchange();
    const before = await money(payer);
    expect((await look(payer, receipt)).json()).toMatchObject({ WouldBe: 'Returned' });
    expect(await reported(payer, receipt)).toMatchObject({ Outcome: 'Returned', IsBlocked: true });
    expect(await money(payer)).toEqual(before);
  });

  it('is with the desk where it stayed within the programme', async () => {
    const receipt = await receiptOf(payer, payee, 20);
    expect(await reported(payer, receipt)).toMatchObject({ Outcome: 'WithUs' });
    expect(await money(payee)).toEqual([20_00n, 0]);
  });
});

describe('the payee of a reported payment', () => {
  it.each(['transfer/external', 'transfer/internal', 'bPay/processBPayRequest'])(
    'is refused to its payer alone: %s',
    async (call) => {
      const other = await givenPayer(2_000_00n);
      const bills = call.startsWith('bPay');
      const within = call === 'transfer/internal';
      const body = (person: Person) =>
        bills
          ? billBody(person.card.account)
          : within
            ? transferBody(person.card.account, payee.card.account, { Amount: 5 })
            : externalBody(person.card.account, { Amount: 5, DestinationAccountNumber: '44170004' });
      const receipt = bills
        ? await payBill(payer)
        : within
          ? await receiptOf(payer, payee, 5)
          : await pay(payer, { Amount: 5, DestinationAccountNumber: '44170004' });
      await report(payer, receipt);
      const refused = outcomeOf(await postMoney(test, call, payer.headers, body(payer)));
      expect(refused[0]).toBe('20340');
      expect(refused[1]).toBe(bills ? 'customerReference' : 'DestinationAccountNumber');
      expect((await postMoney(test, call, other.headers, body(other))).statusCode).toBe(200);
    },
  );

  it('is refused to a return of funds', async () => {
    const receipt = await pay(payer, { Amount: 5, DestinationAccountNumber: '61200447' });
    await report(payer, receipt);
    const { AccountNumber, MaskedCardNumber, ExpirationDate } = payer.card.reference;
    const refused = await postMoney(test, 'card/returnfund', payer.headers, {
      SourceAccountNumber: AccountNumber,
      MaskedCardNumber,
      ExpirationDate,
      CheckPendingAutoTopUp: true,
      DestinationBsb: '000-101',
      DestinationAccountNumber: '61200447',
      DestinationAccountName: 'Somebody',
    });
    expect(outcomeOf(refused)).toEqual(['20340', 'DestinationAccountNumber']);
  });

  it('is refused to a payment that was scheduled before, whose payer is notified', async () => {
    const receipt = await receiptOf(payer, payee, 20);
    await payTo(payer, payee, 350);
    await report(payer, receipt);
    hour(13 + 25);
    await runDue(test.ctx, tenantId);
    expect(await money(payer)).toEqual([1_980_00n, 0]);
    const failed = await test.ctx.asOwner<{ template: string }>(
      "SELECT DISTINCT template FROM outbox_message WHERE holder_id = $1 AND template = 'scheduleFailed'",
      [payer.holder.id],
    );
    expect(failed).toHaveLength(1);
  });

  it('is listed, and allowed again by its payer, who is notified', async () => {
    const receipt = await receiptOf(payer, payee, 20);
    await report(payer, receipt);
    const [blocked] = await listBlocked(payer);
    expect(blocked).toMatchObject({ Method: 'internal', AccountNumber: payee.card.account.accountNumber });
    const unblock = () =>
      postApi(test, 'transfer/unblockPayee', payer.headers, { BlockedPayeeId: blocked?.BlockedPayeeId });
    expect((await unblock()).statusCode).toBe(200);
    expect(codeOf(await unblock())).toBe('404');
    expect(await listBlocked(payer)).toEqual([]);
    expect((await payTo(payer, payee, 5)).statusCode).toBe(200);
    expect((await look(payer, receipt)).json()).toMatchObject({ Report: { IsBlocked: false, IsOpen: true } });
    expect(await noticesOf(payer)).toEqual(['payeeUnblocked', 'scamReported']);
  });
});

it('only payments of the caller are found', async () => {
  const other = await givenPayer(500_00n);
  const receipt = await receiptOf(payer, payee, 350);
  const { accountNumber } = payer.card.account;
  for (const call of [look, report]) {
    expect(codeOf(await call(other, receipt, { accountNumber }))).toBe('10000');
    expect(codeOf(await call(other, receipt))).toBe('404');
    // The payee of a payment is not its payer.
    expect(codeOf(await call(payee, receipt))).toBe('404');
    expect(codeOf(await call(payer, '12'))).toBe('404');
  }
  expect(await money(payer)).toEqual([2_000_00n, 350_00]);
});

describe('the case of the desk', () => {
  const command = async (name: string, input: Readonly<Record<string, string>>) =>
    give(test, await givenStaff(test.ctx, tenantId), name, { input, reason: 'called the holder' });

  it('is listed until it is finished, and its holder is notified', async () => {
    const receipt = await receiptOf(payer, payee, 20);
    const { Reference: scam } = await reported(payer, receipt);
    expect((await command('scams', {})).body.rows).toContainEqual(
      expect.objectContaining({ scam, outcome: 'WithUs', amount: '20.00', account: payer.card.account.accountNumber }),
    );
    await command('close-scam', { scam, outcome: 'confirmed' });
    expect((await command('scams', {})).body.rows).not.toContainEqual(expect.objectContaining({ scam }));
    expect((await look(payer, receipt)).json()).toMatchObject({ Report: { IsOpen: false, IsBlocked: true } });
    expect(await noticesOf(payer)).toEqual(['scamClosed', 'scamReported']);
    await command('unblock-payee', { scam });
    expect(await blocksOf(payer)).toEqual([]);
    expect((await command('unblock-payee', { scam })).body.error).toBe('nothing_to_do');
  });

  it('that is dismissed allows its payee again', async () => {
    const { Reference: scam } = await reported(payer, await receiptOf(payer, payee, 20));
    await command('close-scam', { scam, outcome: 'dismissed' });
    expect(await blocksOf(payer)).toEqual([]);
  });

  it('follows its states', () => {
    expect(linesOf(SCAM, SCAM_STATES)).toEqual([
      // In this order: Open Confirmed Dismissed
      'confirm | staff | Confirmed = –nothing_to_do',
      'dismiss | staff | Dismissed –nothing_to_do =',
    ]);
  });

  const byStaff =
    (outcome: string): Driver<ScamState> =>
    async (state) => {
      newDay();
      const person = await givenPayer(100_00n);
      const { Reference: scam } = await reported(person, await receiptOf(person, await givenPayer(0n), 5));
      await test.ctx.asOwner('UPDATE scam_report SET state = $2 WHERE reference = $1', [scam, state]);
      const { status, body } = await command('close-scam', { scam, outcome });
      const [row] = await test.ctx.asOwner<{ state: ScamState }>('SELECT state FROM scam_report WHERE reference = $1', [
        scam,
      ]);
      const after = row?.state ?? 'Open';
      const answer = status === 200 ? 'ok' : String(body.error);
      return { answer, after, lines: status === 200 && after === state ? 0 : 1 };
    };

  testEveryCell(SCAM, SCAM_STATES, {
    confirm: { staff: byStaff('confirmed') },
    dismiss: { staff: byStaff('dismissed') },
  });
});
