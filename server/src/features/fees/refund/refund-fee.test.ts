import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { dice } from '../../../../test-support/dice.ts';
import {
  givenBrand,
  givenHolder,
  givenAccount,
  type TestAccount,
  givenTenant,
} from '../../../../test-support/factories.ts';
import { inFull, seedOr } from '../../../../test-support/sampled.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const reason = 'the card arrived bent';
type Input = Readonly<Record<string, string>>;

async function given({ language = 'enAU' }: { readonly language?: 'enAU' | 'zhCN' } = {}) {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { tenantId } = brand;
  const holder = await givenHolder(test.ctx, { brand, language });
  const account = await givenAccount(test.ctx, { holder, balance: 100_00n });
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const ask = async (command: string, input: Input) => (await give(test, asker, command, { input, reason })).body;
  const approve = async (request: string | undefined) =>
    (await give(test, manager, 'approve', { input: { request: request ?? '' } })).body;
  const byTwo = async (command: string, input: Input) => {
    const asked = await ask(command, input);
    return asked.error === undefined ? approve(asked.request?.id) : asked;
  };
  const charge = async (amount: string) => {
    await byTwo('charge-fee', { account: account.accountNumber, fee: 'cardReplacement', amount });
    const [newest] = await rowsOf();
    return String(newest?.['sequence']);
  };
  const look = async (command: string, input: Input) => (await give(test, asker, command, { input })).body.rows ?? [];
  const rowsOf = () => look('account-transactions', { account: account.accountNumber });
  const refund = (sequence: string, amount?: string) =>
    byTwo('refund-fee', { account: account.accountNumber, sequence, ...(amount !== undefined && { amount }) });
  return { brand, tenantId, holder, account, asker, ask, approve, byTwo, charge, look, rowsOf, refund };
}

const income = async (tenantId: number) =>
  (
    await test.ctx.asOwner<{ balance: string }>(
      "SELECT balance::text FROM ledger_account WHERE tenant_id = $1 AND kind = 'fees'",
      [tenantId],
    )
  )[0]?.balance;

const linesOf = ({ ledgerAccountId }: TestAccount) =>
  test.ctx.asOwner<{ kind: string; description: string }>(
    "SELECT kind, description FROM transaction_detail WHERE ledger_account_id = $1 AND kind = 'refund'",
    [ledgerAccountId],
  );

describe('a fee that the desk gives back', () => {
  it('goes from the income of the programme to the account, once, and says so to its holder', async () => {
    const desk = await given();
    const { account, tenantId, charge, refund, rowsOf } = desk;
    const sequence = await charge('9.95');
    expect([await balanceOf(test.ctx, account), await income(tenantId)]).toEqual([90_05n, '995']);
    expect((await rowsOf())[0]).toMatchObject({ kind: 'fee', refundable: '9.95' });
    expect(await refund(sequence)).toMatchObject({
      rows: [
        {
          account: account.accountNumber,
          fee: 'Replacement card fee',
          amount: '9.95',
          // The 20th of November 2026 is day 324.
          receipt: expect.stringMatching(/^26324\d{7}$/) as string,
        },
      ],
    });
    expect([await balanceOf(test.ctx, account), await income(tenantId)]).toEqual([100_00n, '0']);
    expect(await linesOf(account)).toEqual([{ kind: 'refund', description: 'Fee refunded' }]);
    expect((await rowsOf()).map((row) => row['refundable'])).toEqual(['', '0.00', '']);
    expect(await refund(sequence)).toMatchObject({ error: 'nothing_to_do', field: 'sequence' });
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('is named in the language of its holder', async () => {
    const { account, charge, refund } = await given({ language: 'zhCN' });
    await refund(await charge('9.95'));
    expect(await linesOf(account)).toEqual([{ kind: 'refund', description: '费用已退还' }]);
  });

  it('goes back in parts, and an approver sees what is left of it', async () => {
    const { account, charge, refund, ask, look, approve } = await given();
    const sequence = await charge('9.95');
    await refund(sequence, '4.00');
    expect(await refund(sequence, '5.96')).toMatchObject({ error: 'input_invalid', field: 'amount' });
    const { request } = await ask('refund-fee', { account: account.accountNumber, sequence });
    const effect = await look('request-effect', { request: request?.id ?? '' });
    expect(effect.map(({ what, before, change, after }) => ({ what, before, change, after }))).toEqual([
      { what: 'Replacement card fee, not refunded', before: '5.95', change: '-5.95', after: '0.00' },
      { what: `Account ${account.accountNumber}`, before: '94.05', change: '5.95', after: '100.00' },
      { what: 'Income of the programme', before: '5.95', change: '-5.95', after: '0.00' },
    ]);
    await approve(request?.id);
    expect(await balanceOf(test.ctx, account)).toBe(100_00n);
  });

  it('is given back once of two requests for it, and once if the server stopped before the request ended', async () => {
    const { account, charge, ask, approve } = await given();
    const sequence = await charge('9.95');
    const input = { account: account.accountNumber, sequence };
    const first = (await ask('refund-fee', input)).request?.id;
    const second = (await ask('refund-fee', { ...input, amount: '9.00' })).request?.id;
    const done = await approve(first);
    await test.ctx.asOwner(
      `UPDATE desk_request SET state = 'Approved', outcome = NULL, ended_at = NULL WHERE id = $1`,
      [first],
    );
    expect(await approve(first)).toEqual(done);
    expect(await approve(second)).toMatchObject({ error: 'nothing_to_do' });
    expect(await balanceOf(test.ctx, account)).toBe(100_00n);
  });

  it('is neither another row nor one of a closed account', async () => {
    const { account, charge, refund } = await given();
    const sequence = await charge('9.95');
    // The row before is the opening balance.
    expect(await refund('1')).toMatchObject({ error: 'not_found', field: 'sequence' });
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [account.id]);
    expect(await refund(sequence)).toMatchObject({ error: 'not_found', field: 'account' });
    await test.ctx.asOwner('UPDATE member_account SET is_closed = false WHERE id = $1', [account.id]);
  });

  it('is in the timeline of the person, with who asked and why', async () => {
    const { holder, charge, refund, look } = await given();
    await refund(await charge('9.95'));
    const timeline = await look('timeline', { person: `holder:${holder.id}`, kind: 'staff' });
    expect(timeline).toContainEqual(expect.objectContaining({ event: 'desk.refund-fee', state: 'ok', reason }));
  });
});

describe('histories of fees and refunds', () => {
  const seed = seedOr(51);
  it.each(Array.from({ length: inFull(12, 3) }, (_, at) => seed + at))(
    'history %i never gives back more than was charged, and the books agree',
    async (history) => {
      const roll = dice(history);
      const { account, tenantId, charge, refund } = await given();
      const left = new Map<string, number>();
      for (let step = 0; step < 12; step += 1) {
        const sequences = [...left.keys()];
        const sequence = sequences[roll(sequences.length)];
        if (sequence === undefined || roll(3) === 0) {
          const cents = 1 + roll(900);
          left.set(await charge((cents / 100).toFixed(2)), cents);
          continue;
        }
        const open = left.get(sequence) ?? 0;
        const cents = 1 + roll(1_000);
        const { error } = await refund(sequence, (cents / 100).toFixed(2));
        const expected = open === 0 ? 'nothing_to_do' : cents > open ? 'input_invalid' : undefined;
        expect(error).toBe(expected);
        if (expected === undefined) left.set(sequence, open - cents);
      }
      const kept = [...left.values()].reduce((sum, cents) => sum + cents, 0);
      expect([await balanceOf(test.ctx, account), await income(tenantId)]).toEqual([
        10_000n - BigInt(kept),
        String(kept),
      ]);
      expect(await brokenIn(test.ctx)).toEqual([]);
    },
  );
});
