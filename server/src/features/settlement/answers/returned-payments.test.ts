import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readAba } from '../../../../test-support/outside/aba.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { type GivenReturn, returnsOf } from '../../../../test-support/outside/returns-file.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';

// All payers use the same account, subscription amount and description of the club.
const bank = await givenBank({ paymentLimit: null });
const { test, tenantId, givenPayer, pay, course, make, exchange, newDay, hour, today, leave, kept } = bank;
const tracing = await givenBank({ paymentLimit: null }, { WATTLE_BANK_TRACE: 'payer' });
afterAll(() => Promise.all([bank.close(), tracing.close()]));

type Payer = Awaited<ReturnType<typeof givenPayer>>;

const nameOf = (payer: Payer) => `${payer.holder.firstName} Example`;
let files = 0;
async function arrive(lines: readonly GivenReturn[], on = today()): Promise<void> {
  files += 1;
  await leave(`match-${files}.returns`, returnsOf(lines, { on }));
  await exchange();
}
const back = (cents: number, paidOn: string, given: Partial<GivenReturn> = {}): GivenReturn => ({
  account: '44172208',
  cents: String(cents),
  code: '3',
  reference: 'Subscription',
  day: paidOn.slice(8),
  ...given,
});
/** Pays the club; the file of the day is sent and accepted. */
async function paid(cents: number, ...payers: readonly Payer[]): Promise<string[]> {
  const receipts: string[] = [];
  for (const payer of payers) {
    receipts.push(await pay(payer, { Amount: cents / 100, DescriptionRecipient: 'Subscription' }));
  }
  hour(18);
  await make();
  await exchange();
  return receipts;
}
async function name(payer: Payer, firstName: string): Promise<Payer> {
  await test.ctx.asOwner('UPDATE holder SET first_name = $2 WHERE id = $1', [payer.holder.id, firstName]);
  return { ...payer, holder: { ...payer.holder, firstName } };
}
const given = async (firstName: string) => name(await givenPayer(1_000_00n), firstName);
const balances = (...payers: readonly Payer[]) =>
  Promise.all(payers.map((payer) => balanceOf(test.ctx, payer.card.account)));
const days = (count: number) => {
  for (let day = 0; day < count; day += 1) newDay();
};
const suspense = async () => (await kept())['suspense'] ?? 0;

describe('a returned payment', () => {
  it('of this month is not taken for one of another payer on the same day a month before', async () => {
    newDay();
    const [one, two] = [await given('Ada'), await given('Bea')];
    await paid(50_00, one);
    const first = today();
    while (today().slice(8) !== first.slice(8) || today() === first) newDay();
    await paid(50_00, two);
    const second = today();
    expect([second.slice(8), second > first]).toEqual([first.slice(8), true]);
    days(2);
    await arrive([back(50_00, second)]);
    expect(await balances(one, two)).toEqual([950_00n, 1_000_00n]);
  });

  it('is matched by the returned name where several payers qualify, in any order of the lines', async () => {
    newDay();
    const [one, two, three] = [await given('Cleo'), await given('Dora'), await given('Élise')];
    await paid(51_00, one, two, three);
    await arrive([
      back(51_00, today(), { remitter: 'ELISE EXAMPLE' }),
      back(51_00, today(), { remitter: nameOf(two), reference: 'Subscription' }),
    ]);
    expect(await balances(one, two, three)).toEqual([949_00n, 1_000_00n, 1_000_00n]);
  });

  it('goes to suspense where several payers qualify and the name is missing or unknown', async () => {
    newDay();
    const [one, two] = [await given('Eva'), await given('Fay')];
    await paid(52_00, one, two);
    const before = await suspense();
    await arrive([back(52_00, today()), back(52_00, today(), { remitter: 'Greta Example' })]);
    expect(await balances(one, two)).toEqual([948_00n, 948_00n]);
    expect(await suspense()).toBe(before + 104_00);
  });

  it('that appears in two files is not credited to another payer the second time', async () => {
    newDay();
    const [one, two] = [await given('Hana'), await given('Ines')];
    await paid(53_00, one, two);
    const before = await suspense();
    await arrive([back(53_00, today(), { remitter: nameOf(one) })]);
    await arrive([back(53_00, today(), { remitter: nameOf(one), code: '5' })]);
    await arrive([back(53_00, today(), { code: '4' })]);
    expect(await balances(one, two)).toEqual([1_000_00n, 947_00n]);
    expect(await suspense()).toBe(before + 106_00);
  });

  it('is matched to the newest of three equal payments of its payer, then to the one before', async () => {
    newDay();
    const one = await given('Jana');
    const receipts = await paid(54_00, one, one, one);
    const states = () => Promise.all(receipts.map(async (receipt) => (await course(one, receipt))?.State));
    await arrive([back(54_00, today())]);
    expect(await states()).toEqual(['Settled', 'Settled', 'Returned']);
    await arrive([back(54_00, today(), { code: '5' })]);
    expect(await states()).toEqual(['Settled', 'Returned', 'Returned']);
  });

  it.each([
    ['21 days after it was sent is credited', 21, 1_000_00n],
    ['22 days after it was sent goes to suspense', 22, 945_00n],
  ])('%s', async (_, after, balance) => {
    newDay();
    const one = await given('Kim');
    await paid(55_00, one);
    const on = new Date(Date.parse(today()) + after * 86_400_000).toISOString().slice(0, 10);
    const before = await suspense();
    await arrive([back(55_00, today())], on);
    expect(await balances(one)).toEqual([balance]);
    expect(await suspense()).toBe(before + (balance === 1_000_00n ? 0 : 55_00));
  });

  it('is matched behind 150 equal payments that were returned before', { timeout: 120_000 }, async () => {
    newDay();
    const [crowd, last] = [await given('Lou'), await given('Mia')];
    await paid(1_00, ...Array.from({ length: 150 }, () => crowd), last);
    await arrive(Array.from({ length: 150 }, () => back(1_00, today(), { remitter: nameOf(crowd) })));
    expect(await balances(crowd, last)).toEqual([1_000_00n, 999_00n]);
    await arrive([back(1_00, today(), { remitter: nameOf(last) })]);
    expect(await balances(crowd, last)).toEqual([1_000_00n, 1_000_00n]);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('to a closed account becomes a debt to its former holder and is not credited to another payer', async () => {
    newDay();
    const [one, two] = [await given('Nora'), await given('Olga')];
    await paid(56_00, one, two);
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [one.card.account.id]);
    const before = (await kept())['formerHolders'] ?? 0;
    await arrive([back(56_00, today(), { remitter: nameOf(one) })]);
    expect(await balances(one, two)).toEqual([944_00n, 944_00n]);
    expect((await kept())['formerHolders']).toBe(before + 56_00);
  });

  it('in a file without a date is not accepted', async () => {
    newDay();
    await leave('no-day.returns', returnsOf([back(57_00, today())], { on: '2026-13-45' }));
    await exchange();
    const [answer] = await test.ctx.asOwner(
      'SELECT state, reason FROM bank_answer WHERE tenant_id = $1 ORDER BY id DESC LIMIT 1',
      [tenantId],
    );
    expect(answer).toEqual({ state: 'Refused', reason: 'it says no day' });
  });
});

it('a returned payment is credited to the account in the bank’s trace record, whatever name it has', async () => {
  tracing.newDay();
  const [one, two] = [await tracing.givenPayer(1_000_00n), await tracing.givenPayer(1_000_00n)];
  const receipts = [];
  for (const payer of [one, two]) {
    receipts.push(await tracing.pay(payer, { Amount: 58, DescriptionRecipient: 'Subscription' }));
  }
  tracing.hour(18);
  await tracing.make();
  await tracing.exchange();
  const [file = ''] = await tracing.outFiles('.aba');
  const { records } = readAba(await readFile(path.join(tracing.outFolder, file), 'latin1'));
  expect(records.slice(0, 2).map(({ traceAccount }) => traceAccount)).toEqual(
    [one, two].map(({ card }) => card.account.accountNumber),
  );
  const [sent] = records;
  const backTo = { bsb: sent?.traceBsb ?? '', account: one.card.account.accountNumber };
  const line = back(58_00, tracing.today(), { backTo, remitter: 'Somebody' });
  await tracing.leave('traced.returns', returnsOf([line, line], { on: tracing.today() }));
  await tracing.exchange();
  const states = [await tracing.course(one, receipts[0] ?? ''), await tracing.course(two, receipts[1] ?? '')];
  expect(states.map((each) => each?.State)).toEqual(['Returned', 'Settled']);
  // The second line is for the same payer, who has paid once.
  expect(await tracing.kept()).toMatchObject({ suspense: 58_00 });
});

async function twoPeople(command: string, input: Readonly<Record<string, string>>) {
  const [first, second] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const asked = await give(test, first, command, { input, reason: 'the bank said so' });
  if (!asked.body.request) return asked.body;
  return (await give(test, second, 'approve', { input: { request: asked.body.request.id } })).body;
}
async function newestKept() {
  const { body } = await give(test, await givenStaff(test.ctx, tenantId), 'suspense', { input: {} });
  const rows = body.rows as { answer: string; line: number; amount: string }[];
  const { answer = '', line = 0, amount } = rows.at(-1) ?? {};
  return { at: { answer, line: String(line) }, amount };
}

describe('the desk, for a line in suspense,', () => {
  it('sees the payments that a return may belong to, and two people assign it to one payer once', async () => {
    newDay();
    const [one, two] = [await given('Pia'), await given('Rosa')];
    const [, receipt = ''] = await paid(59_00, one, two);
    await arrive([back(59_00, today())]);
    const { at, amount } = await newestKept();
    const shown = await give(test, await givenStaff(test.ctx, tenantId), 'return-candidates', { input: at });
    const rows = shown.body.rows as { payment: string; account: string; payer: string; sent: string }[];
    expect([amount, rows.map(({ account, payer, sent }) => [account, payer, sent])]).toEqual([
      '59.00',
      [two, one].map((payer) => [payer.card.account.accountNumber, nameOf(payer), today()]),
    ]);
    const payment = rows[0]?.payment ?? '';
    expect(await twoPeople('return-to-payer', { ...at, payment: '1' })).toMatchObject({ error: 'not_found' });
    expect(await twoPeople('return-to-payer', { ...at, payment })).toMatchObject({ rows: [{ amount: '59.00' }] });
    expect(await twoPeople('return-to-payer', { ...at, payment })).toMatchObject({ error: 'nothing_to_do' });
    expect(await balances(one, two)).toEqual([941_00n, 1_000_00n]);
    expect(await course(two, receipt)).toMatchObject({ State: 'Returned', Reason: '3' });
    await exchange();
    const notices = await test.ctx.asOwner(
      "SELECT template FROM outbox_message WHERE holder_id = $1 AND template = 'paymentReturned'",
      [two.holder.id],
    );
    expect(notices).toHaveLength(1);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('sees the payments of the last 21 days for a return without a date, which is never matched automatically', async () => {
    newDay();
    const one = await given('Una');
    await paid(61_00, one);
    const first = today();
    days(2);
    await paid(61_00, one);
    await arrive([back(61_00, today(), { day: '  ', remitter: nameOf(one) })]);
    expect(await balances(one)).toEqual([878_00n]);
    const { at, amount } = await newestKept();
    const shown = await give(test, await givenStaff(test.ctx, tenantId), 'return-candidates', { input: at });
    const rows = shown.body.rows as { payment: string; sent: string }[];
    expect([amount, rows.map(({ sent }) => sent)]).toEqual(['61.00', [today(), first]]);
    const payment = rows[1]?.payment ?? '';
    expect(await twoPeople('return-to-payer', { ...at, payment })).toMatchObject({ rows: [{ amount: '61.00' }] });
    expect(await balances(one)).toEqual([939_00n]);
  });

  it('gives back a payment whose file the bank has not confirmed, which counts as accepted', async () => {
    newDay();
    const one = await given('Nell');
    const before = (await kept())['directEntry'] ?? 0;
    const receipt = await pay(one, { Amount: 63, DescriptionRecipient: 'Subscription' });
    hour(18);
    await make();
    // It has left, and the answer was lost on its way.
    await test.ctx.asOwner("UPDATE bank_file SET tried_at = now() WHERE tenant_id = $1 AND state = 'Made'", [tenantId]);
    await arrive([back(63_00, today(), { day: '  ', remitter: nameOf(one) })]);
    const { at } = await newestKept();
    const shown = await give(test, await givenStaff(test.ctx, tenantId), 'return-candidates', { input: at });
    const [{ payment } = { payment: '' }] = shown.body.rows as { payment: string }[];
    expect(await twoPeople('return-to-payer', { ...at, payment })).toMatchObject({ rows: [{ amount: '63.00' }] });
    expect(await balances(one)).toEqual([1_000_00n]);
    expect(await course(one, receipt)).toMatchObject({ State: 'Returned', Reason: '3' });
    expect((await kept())['directEntry'] ?? 0).toBe(before);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('sees a debit with its sign, cannot credit it, and can charge it to an account, which owes the rest', async () => {
    newDay();
    const one = await givenPayer(150_00n);
    const before = await suspense();
    await arrive([back(200_00, today(), { isDebit: true, reference: 'AUTO TOP-UP 1', account: '61200447' })]);
    expect(await suspense()).toBe(before - 200_00);
    const { at, amount } = await newestKept();
    expect(amount).toBe('-200.00');
    const account = one.card.account.accountNumber;
    expect(await twoPeople('release-suspense', { ...at, account })).toMatchObject({ error: 'not_found' });
    expect(await balances(one)).toEqual([150_00n]);
    expect(await twoPeople('charge-suspense', { ...at, account })).toMatchObject({ rows: [{ amount: '-200.00' }] });
    expect(await twoPeople('charge-suspense', { ...at, account })).toMatchObject({ error: 'nothing_to_do' });
    expect(await balances(one)).toEqual([-50_00n]);
    expect(await suspense()).toBe(before);
    const [debt] = await test.ctx.asOwner('SELECT owed::int FROM debt WHERE member_account_id = $1', [
      one.card.account.id,
    ]);
    expect(debt).toEqual({ owed: 50_00 });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });
});
