import { afterAll, describe, expect, it } from 'vitest';
import { givenBank, putInAcceptedFile } from '../../../../test-support/outside/bank.ts';
import { depositsOf, type GivenDeposit } from '../../../../test-support/outside/deposits-file.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { dyingDatabase, ProcessDied } from '../../../../test-support/due-work.ts';
import { linesOf, testEveryCell } from '../../../../test-support/state-matrix.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';
import { blocksMoneyOut, keepsMoneyIn } from '../../../compose/blocks-money-out.ts';
import { openPayments } from '../../payments/public.ts';
import { comeBack } from '../answers/come-back.kind.ts';
import { returnedIncoming } from '../incoming/returned-incoming.kind.ts';
import { SUSPENSE_LINE, SUSPENSE_STATES, type SuspenseState } from './suspense.states.domain.ts';
import { suspenseRelease } from './release.kind.ts';
import { sendBack } from './send-back.kind.ts';

const bank = await givenBank({ bankTransferTopUp: true, maxBalance: 5_000_00 });
const { test, tenantId, givenPayer, pay, make, exchange, newDay, hour, leave, kept, outFiles } = bank;
afterAll(() => bank.close());

let files = 0;
async function arrive(...deposits: readonly GivenDeposit[]): Promise<void> {
  files += 1;
  await leave(`${files}.deposits`, depositsOf(deposits));
  await exchange();
}
const accountOf = (person: Awaited<ReturnType<typeof givenPayer>>) => person.card.account.accountNumber;

async function suspenseRows() {
  const staff = await givenStaff(test.ctx, tenantId);
  const { body } = await give(test, staff, 'suspense', { input: {} });
  return body.rows as { answer: string; line: number; amount: string; reason: string; goesBack: string }[];
}

async function candidatesOf({ answer, line }: { readonly answer: string; readonly line: number }) {
  const input = { answer, line: String(line) };
  const { body } = await give(test, await givenStaff(test.ctx, tenantId), 'deposit-candidates', { input });
  return body.rows ?? [];
}

async function release(input: Readonly<Record<string, string>>) {
  const [first, second] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const asked = await give(test, first, 'release-suspense', { input, reason: 'the sender called' });
  if (!asked.body.request) return asked.body;
  return (await give(test, second, 'approve', { input: { request: asked.body.request.id } })).body;
}

describe('a deposit', () => {
  it('is credited once to the account it names and shown with its sender', async () => {
    newDay();
    const person = await givenPayer(10_00n);
    await arrive({ account: accountOf(person), cents: 25_050, from: 'Acme Pty Ltd' });
    await exchange();
    expect(await balanceOf(test.ctx, person.card.account)).toBe(260_50n);
    const [row] = await test.ctx.asOwner<{ kind: string; description: string }>(
      `SELECT d.kind, d.description FROM transaction_detail d
         JOIN bank_answer_line l ON l.tenant_id = d.tenant_id AND l.transfer_id = d.transfer_id
        WHERE l.tenant_id = $1 AND l.account_number = $2`,
      [tenantId, accountOf(person)],
    );
    expect(row).toEqual({ kind: 'topUp', description: 'Bank transfer from Acme Pty Ltd' });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('is kept in suspense with a reason when it cannot be credited', async () => {
    newDay();
    const [closed, full, gift] = [await givenPayer(0n), await givenPayer(4_990_00n), await givenPayer(0n)];
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [closed.card.account.id]);
    await test.ctx.asOwner(`UPDATE card SET product_id = $2 WHERE member_account_id = $1`, [
      gift.card.account.id,
      (await bank.givenOtherProduct({ bankTransferTopUp: false })).id,
    ]);
    const before = (await kept())['suspense'] ?? 0;
    await arrive(
      { account: '999999999', cents: 100 },
      { account: accountOf(full), cents: 100, bsb: '000-101' },
      { account: accountOf(closed), cents: 200 },
      { account: accountOf(full), cents: 10_01 },
      { account: accountOf(gift), cents: 300 },
      // An amount up to exactly the maximum balance is credited.
      { account: accountOf(full), cents: 10_00 },
    );
    expect(await kept()).toMatchObject({ suspense: before + 100 + 100 + 200 + 10_01 + 300 });
    expect(await balanceOf(test.ctx, full.card.account)).toBe(5_000_00n);
    expect((await suspenseRows()).slice(-5).map(({ amount, reason }) => [amount, reason])).toEqual([
      ['1.00', 'unknown account'],
      ['1.00', 'unknown account'],
      ['2.00', 'closed account'],
      ['10.01', 'above the maximum balance'],
      ['3.00', 'not loaded by bank'],
    ]);
  });

  it('with a slip in its number is shown with the account that it was meant for', async () => {
    newDay();
    const person = await givenPayer(0n);
    // This number differs from those of other tests by more than one slip.
    await test.ctx.asOwner(`UPDATE member_account SET account_number = '987654321' WHERE id = $1`, [
      person.card.account.id,
    ]);
    await arrive({ account: '98765432', cents: 77, from: 'Acme Pty Ltd' });
    expect((await suspenseRows()).at(-1)).toMatchObject({
      amount: '0.77',
      perhaps: '987654321',
      because: 'one digit short',
    });
  });

  it('that fits no account has candidates by near numbers and names, for a person to choose from', async () => {
    newDay();
    const [group, apart, named] = [await givenPayer(0n), await givenPayer(0n), await givenPayer(0n)];
    const call = (account: string, { card }: typeof group, firstName: string, surname: string) =>
      test.ctx.asOwner(
        `WITH named AS (UPDATE member_account SET account_number = $1 WHERE id = $2 RETURNING primary_holder_id AS id)
         UPDATE holder h SET first_name = $3, surname = $4 FROM named WHERE h.id = named.id`,
        [account, card.account.id, firstName, surname],
      );
    await call('611555222', group, 'Zoe', 'Ashdown');
    await call('211333622', apart, 'Bob', 'Other');
    await call('777888444', named, 'Zoe', 'Ashdown');
    await arrive({ account: '611333222', cents: 78, from: 'Z ASHDOWN' });
    const line = (await suspenseRows()).at(-1) ?? expect.unreachable();
    expect(line).toMatchObject({ amount: '0.78', perhaps: '' });
    const candidates = await candidatesOf(line);
    expect(candidates.map(({ account, name, because }) => [account, name, because])).toEqual([
      ['611555222', 'Zoe Ashdown', 'one group of digits differs, the name fits'],
      ['777888444', 'Zoe Ashdown', 'the name fits'],
      ['211333622', 'Bob Other', 'two digits swapped'],
    ]);
    // Nothing was credited by the machine.
    expect(await balanceOf(test.ctx, group.card.account)).toBe(0n);
  });

  it('in suspense is returned to its sender once, in the file of its cut-off', async () => {
    newDay();
    await arrive({ account: '999999999', cents: 4_321, reference: 'Refund 12', trace: '000-101 44172208' });
    hour(15);
    await exchange();
    await make();
    expect(await outFiles('.aba')).toEqual([]);
    hour(16);
    await exchange();
    await exchange();
    await make();
    await exchange();
    const rows = await test.ctx.asOwner<{ bsb: string; account_number: string; amount: string; state: string }>(
      `SELECT bsb, account_number, reference, amount, state FROM payment_out
        WHERE tenant_id = $1 AND member_account_id IS NULL AND amount = 4321`,
      [tenantId],
    );
    expect(rows.map((row) => ({ ...row, amount: Number(row.amount) }))).toEqual([
      { bsb: '000101', account_number: '44172208', reference: 'Refund 12', amount: 4_321, state: 'Settled' },
    ]);
    expect(await outFiles('.aba')).toHaveLength(1);
    expect(await kept()).toMatchObject({ suspense: 0, directEntry: 0 });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('without an account to return it to waits for the desk', async () => {
    newDay();
    await arrive({ account: '999999999', cents: 55, trace: '' });
    newDay();
    await exchange();
    expect((await suspenseRows()).at(-1)).toMatchObject({ amount: '0.55', goesBack: '' });
    const row = (await suspenseRows()).at(-1);
    const person = await givenPayer(0n);
    const input = { answer: row?.answer ?? '', line: String(row?.line), account: accountOf(person) };
    expect(await release(input)).toMatchObject({ rows: [{ amount: '0.55', account: accountOf(person) }] });
    expect(await balanceOf(test.ctx, person.card.account)).toBe(55n);
    expect(await release(input)).toMatchObject({ error: 'nothing_to_do' });
    hour(17);
    await exchange();
    expect(await balanceOf(test.ctx, person.card.account)).toBe(55n);
  });

  it('cannot be released above the maximum balance of the account, nor by one person', async () => {
    newDay();
    const person = await givenPayer(4_999_00n);
    await arrive({ account: accountOf(person), cents: 1_01 });
    const row = (await suspenseRows()).at(-1);
    const input = { answer: row?.answer ?? '', line: String(row?.line), account: accountOf(person) };
    expect(await release(input)).toMatchObject({ error: 'outside_load_limits' });
    expect(await balanceOf(test.ctx, person.card.account)).toBe(4_999_00n);
  });

  it('in a file with a wrong total is not accepted, and in a large file waits for two people', async () => {
    newDay();
    const person = await givenPayer(0n);
    await leave('wrong.deposits', depositsOf([{ account: accountOf(person), cents: 100 }], 101));
    await leave('large.deposits', depositsOf([{ account: accountOf(person), cents: 10_000_01 }]));
    await exchange();
    const rows = await test.ctx.asOwner<{ state: string }>(
      `SELECT state FROM bank_answer WHERE tenant_id = $1 AND kind = 'deposits' ORDER BY id DESC LIMIT 2`,
      [tenantId],
    );
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['Refused', 'Waiting']);
    expect(await balanceOf(test.ctx, person.card.account)).toBe(0n);
  });

  it('of several people that comes again with another date waits for two people; a week later it is another', async () => {
    newDay();
    const [one, two] = [await givenPayer(0n), await givenPayer(0n)];
    const wages = (date: string) =>
      depositsOf([
        { account: accountOf(one), cents: 31_00 },
        { account: accountOf(two), cents: 32_00 },
      ]).replace('201126', date);
    await leave('a-wages.deposits', wages('231126'));
    await leave('b-wages.deposits', wages('241126'));
    await exchange();
    expect(await balanceOf(test.ctx, one.card.account)).toBe(31_00n);
    const [again] = await test.ctx.asOwner(
      `SELECT state, reason FROM bank_answer WHERE tenant_id = $1 AND name LIKE '%b-wages.deposits'`,
      [tenantId],
    );
    expect(again).toEqual({ state: 'Waiting', reason: `its lines repeat ${tenantId}-a-wages.deposits` });
    for (let day = 0; day < 5; day += 1) newDay();
    await leave('next.deposits', wages('301126'));
    await exchange();
    expect(await balanceOf(test.ctx, one.card.account)).toBe(62_00n);
  });
});

it('a deposit leaves suspense once', () => {
  expect(linesOf(SUSPENSE_LINE, SUSPENSE_STATES)).toEqual([
    // In this order: Suspense GoingBack Released SentBack Done
    'release | desk | Released –not_found –not_found –not_found –not_found',
    'match | desk | Done –not_found –not_found –not_found –not_found',
    'sendBack | programme | SentBack –not_found –not_found –not_found –not_found',
    'returned | bank | –not_found SentBack –not_found –not_found –not_found',
  ]);
});

/** An unmatched deposit in a state, and then an event. */
const inSuspense = (action: 'release' | 'sendBack' | 'returnedIncoming') => async (state: SuspenseState) => {
  newDay();
  const person = await givenPayer(0n);
  // The amount makes each file different.
  await arrive({ account: '999999999', cents: 77, reference: `${action.slice(0, 8)} ${state}` });
  const { answer: answerId = '', line = 0 } = (await suspenseRows()).at(-1) ?? {};
  await test.ctx.asOwner('UPDATE bank_answer_line SET state = $2 WHERE bank_answer_id = $1', [answerId, state]);
  // A payment of the network is the first line of its file.
  if (action === 'returnedIncoming')
    await test.ctx.asOwner('UPDATE bank_answer_line SET line = 1 WHERE bank_answer_id = $1', [answerId]);
  const linesNow = async () => {
    const lines = await test.ctx.asOwner('SELECT FROM audit_log WHERE tenant_id = $1 AND action = $2', [
      tenantId,
      `settlement.${action}`,
    ]);
    return lines.length;
  };
  const before = await linesNow();
  const submitted = { tenantId, actor: 'bank', key: `cell:${answerId}` };
  const { submit } = test.ctx.payments;
  const done = await {
    sendBack: () => submit({ ...submitted, kind: sendBack, input: { answerId, line } }),
    returnedIncoming: () => submit({ ...submitted, kind: returnedIncoming, input: { answerId } }),
    release: () =>
      submit({ ...submitted, kind: suspenseRelease, input: { answerId, line, accountNumber: accountOf(person) } }),
  }[action]();
  const [row] = await test.ctx.asOwner<{ state: SuspenseState }>(
    'SELECT state FROM bank_answer_line WHERE bank_answer_id = $1',
    [answerId],
  );
  return {
    answer: done.ok ? 'ok' : done.error,
    after: row?.state ?? 'Suspense',
    lines: (await linesNow()) - before,
  };
};
/** A line in a state, for which the desk then chooses the returned payment. */
async function matched(state: SuspenseState) {
  newDay();
  const person = await givenPayer(100n);
  await pay(person, { Amount: 1 });
  const [paid] = await test.ctx.asOwner<{ id: string }>(
    'SELECT transfer_id::text AS id FROM payment_out WHERE member_account_id = $1',
    [person.card.account.id],
  );
  await putInAcceptedFile(test.ctx, BigInt(paid?.id ?? 0));
  await arrive({ account: '999999999', cents: 100, reference: `match ${state}` });
  const { answer: answerId = '', line = 0 } = (await suspenseRows()).at(-1) ?? {};
  await test.ctx.asOwner('UPDATE bank_answer_line SET state = $2 WHERE bank_answer_id = $1', [answerId, state]);
  const done = await test.ctx.payments.submit({
    tenantId,
    actor: 'desk',
    key: `cell:${answerId}`,
    kind: comeBack,
    input: { from: { answerId, line, isKept: true }, transferId: paid?.id ?? '', code: '5' },
  });
  const [row] = await test.ctx.asOwner<{ state: SuspenseState }>(
    'SELECT state FROM bank_answer_line WHERE bank_answer_id = $1',
    [answerId],
  );
  const lines = await test.ctx.asOwner(
    "SELECT FROM audit_log WHERE tenant_id = $1 AND action = 'settlement.comeBack' AND actor = 'desk'",
    [tenantId],
  );
  const before = matchLines;
  matchLines = lines.length;
  return { answer: done.ok ? 'ok' : done.error, after: row?.state ?? 'Suspense', lines: lines.length - before };
}
let matchLines = 0;
testEveryCell(SUSPENSE_LINE, SUSPENSE_STATES, {
  match: { desk: matched },
  release: { desk: inSuspense('release') },
  sendBack: { programme: inSuspense('sendBack') },
  returned: { bank: inSuspense('returnedIncoming') },
});

/** `WATTLE_DEPOSITS` sets a higher number for a long run. */
const MANY = Number(process.env['WATTLE_DEPOSITS'] ?? 1_000);
const PEOPLE = 20;

describe('a server that dies', () => {
  it(`within a file of ${MANY} deposits has credited each once when the file is processed again`, {
    timeout: 60_000 + MANY * 5,
  }, async () => {
    newDay();
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => givenPayer(0n)));
    const deposits = Array.from({ length: MANY }, (_, n) => {
      const person = people[n % PEOPLE];
      if (!person) throw new Error('a person');
      // Every hundredth has an unknown account.
      return { account: n % 100 === 99 ? '999999999' : accountOf(person), cents: 1 };
    });
    await leave('many.deposits', depositsOf(deposits));
    const before = (await kept())['suspense'] ?? 0;
    for (const at of [1, 3, 8, 20, 50, 120, 300]) {
      const database = dyingDatabase(test.ctx.database, at);
      const payments = openPayments({ ...test.ctx, database, blocksMoneyOut, keepsMoneyIn });
      await exchange({ ...test.ctx, database, payments }).catch((error: unknown) => {
        if (!(error instanceof ProcessDied)) throw error;
      });
    }
    await exchange();
    const balances = await Promise.all(people.map((person) => balanceOf(test.ctx, person.card.account)));
    const forNobody = MANY / 100;
    expect(balances.reduce((sum, balance) => sum + balance, 0n)).toBe(BigInt(MANY - forNobody));
    expect(await kept()).toMatchObject({ suspense: before + forNobody });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });
});
