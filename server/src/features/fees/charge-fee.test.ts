import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import {
  givenAccount,
  givenBrand,
  givenHolder,
  type TestAccount,
  type TestBrand,
} from '../../../test-support/factories.ts';
import { holdCents } from '../../../test-support/ledger/ledger-money.ts';
import { givenSecondServer } from '../../../test-support/processes/second-server.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { chargeFee } from './public.ts';

let ctx: TestContext;
let brand: TestBrand;
beforeAll(async () => {
  ctx = await givenContext();
  brand = await givenBrand(ctx);
});
afterAll(() => ctx.close());

const accountWith = (balance: bigint) => givenAccount(ctx, { brand, balance });

function charge({ accountNumber }: Pick<TestAccount, 'accountNumber'>, given: object = {}, server = ctx) {
  return chargeFee(server, {
    tenantId: brand.tenantId,
    actor: 'staff:3',
    key: randomUUID(),
    accountNumber,
    name: 'cardReplacement',
    amount: 995n,
    ...given,
  });
}

async function feeIncome(): Promise<bigint> {
  const [row] = await ctx.asOwner<{ balance: string }>(
    "SELECT balance FROM ledger_account WHERE tenant_id = $1 AND kind = 'fees'",
    [brand.tenantId],
  );
  return BigInt(row?.balance ?? 0);
}

const wordsOf = (account: TestAccount) =>
  ctx.asOwner<{ kind: string; description: string; reference: string }>(
    "SELECT kind, description, reference FROM transaction_detail WHERE ledger_account_id = $1 AND kind = 'fee'",
    [account.ledgerAccountId],
  );

describe('a fee', () => {
  it('moves from the account to the fee income of the programme and returns a receipt number', async () => {
    const account = await accountWith(10_000n);
    const before = await feeIncome();
    const charged = await charge(account);
    // The 20th of November 2026 is day 324.
    expect(charged).toEqual({ ok: true, value: { receiptNumber: expect.stringMatching(/^26324\d{7}$/) as string } });
    expect(await balanceOf(ctx, account)).toBe(9_005n);
    expect((await feeIncome()) - before).toBe(995n);
  });

  it.each([
    ['enAU', 'Replacement card fee'],
    ['zhCN', '补卡费'],
  ] as const)('is listed to a holder who reads %s as %s', async (language, description) => {
    const holder = await givenHolder(ctx, { brand, language });
    const account = await givenAccount(ctx, { holder, balance: 10_000n });
    const charged = await charge(account);
    expect(await wordsOf(account)).toEqual([
      { kind: 'fee', description, reference: charged.ok ? charged.value.receiptNumber : '' },
    ]);
  });

  it('counts as spending of its day', async () => {
    const account = await accountWith(10_000n);
    await charge(account);
    const rows = await ctx.asOwner('SELECT day::text, cents FROM spending_day WHERE member_account_id = $1', [
      account.id,
    ]);
    expect(rows).toEqual([{ day: '2026-11-20', cents: '995' }]);
  });

  it('can take the last cent, and is refused when a cent is missing or held', async () => {
    const exact = await accountWith(995n);
    expect((await charge(exact)).ok).toBe(true);
    expect(await balanceOf(ctx, exact)).toBe(0n);
    const refused = { ok: false, error: 'insufficient_funds', field: 'amount' };
    expect(await charge(await accountWith(994n))).toEqual(refused);
    const held = await accountWith(995n);
    const hold = await holdCents(ctx, held, 1n);
    expect(await charge(held)).toEqual(refused);
    await hold.release();
  });

  it('is refused with not_found when the account is unknown, closed or of another programme', async () => {
    const closed = await accountWith(10_000n);
    await ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [closed.id]);
    const foreign = await givenAccount(ctx, { balance: 10_000n });
    for (const account of [{ accountNumber: '999999999' }, closed, foreign]) {
      expect(await charge(account)).toEqual({ ok: false, error: 'not_found', field: 'accountNumber' });
    }
    expect(await balanceOf(ctx, foreign)).toBe(10_000n);
  });

  it('is charged once under one key when it is repeated at several servers', async () => {
    const account = await accountWith(10_000n);
    const second = await givenSecondServer(ctx);
    try {
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => charge(account, { key }, index % 2 === 0 ? ctx : second.ctx)),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await balanceOf(ctx, account)).toBe(9_005n);
      expect(await charge(account, { key, amount: 996n })).toEqual({ ok: false, error: 'key_reused' });
    } finally {
      await second.close();
    }
  });

  it('is recorded in the audit log with who charged it, accepted or refused', async () => {
    const account = await accountWith(1_000n);
    await charge(account, { requestId: 'r-1' });
    await charge(account, { requestId: 'r-2' });
    const lines = await ctx.asOwner(
      'SELECT actor, action, outcome, request_id FROM audit_log WHERE object = $1 ORDER BY id',
      [`account:${account.id}`],
    );
    const line = { actor: 'staff:3', action: 'fee' };
    expect(lines).toEqual([
      { ...line, outcome: 'ok', request_id: 'r-1' },
      { ...line, outcome: 'insufficient_funds', request_id: 'r-2' },
    ]);
  });

  it('leaves a ledger that verifies', async () => {
    expect(await brokenIn(ctx)).toEqual([]);
  });
});
