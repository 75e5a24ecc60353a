import type { TestApp } from './app.ts';
import type { TestContext } from './processes/database.ts';
import type { TestAccount, TestCard } from './factories.ts';
import { type Headers, postApi } from './signed-in.ts';

export type AutoUser = { readonly card: TestCard; readonly headers: Headers };
export type AutoBody = { error?: string[]; field?: string; [field: string]: unknown };

/** 200.00 from Testbank when less than 100.00 is available. */
export const AGREED = {
  AccountName: 'Amelia Chen',
  AccountNumber: '61200447',
  Bsb: '000-101',
  TriggerAmount: 100,
  Amount: 200,
};

export async function setUp(test: TestApp, user: AutoUser, given: object = {}): Promise<AutoBody> {
  const body = { MemberNumber: user.card.account.accountNumber, ...AGREED, ...given };
  return (await postApi(test, 'topup/auto-topup', user.headers, body)).json<AutoBody>();
}

/** Code of the latest deposit, as on the bank statement. */
export async function codeOfDeposit(ctx: TestContext, account: TestAccount): Promise<string> {
  const [row] = await ctx.asOwner<{ reference: string }>(
    'SELECT reference FROM payment_out WHERE member_account_id = $1 AND is_deposit ORDER BY transfer_id DESC LIMIT 1',
    [account.id],
  );
  return row?.reference.replace('CODE ', '') ?? '';
}

export async function activate(test: TestApp, user: AutoUser, id: unknown, code?: string): Promise<AutoBody> {
  const { account } = user.card;
  const ActivationCode = code ?? (await codeOfDeposit(test.ctx, account));
  const body = { MemberNumber: account.accountNumber, AutoTopupId: id, ActivationCode };
  return (await postApi(test, 'topup/activate-auto-topup', user.headers, body)).json<AutoBody>();
}

export async function shown(test: TestApp, user: AutoUser): Promise<AutoBody> {
  const url = `topup/active-auto-topup?memberNumber=${user.card.account.accountNumber}`;
  return (await postApi(test, url, user.headers)).json<AutoBody>();
}

/** Stored state of an account's latest automatic top-up. */
export async function stateOf(ctx: TestContext, account: TestAccount): Promise<string | undefined> {
  const [row] = await ctx.asOwner<{ state: string }>(
    'SELECT state FROM auto_topup WHERE member_account_id = $1 ORDER BY id DESC LIMIT 1',
    [account.id],
  );
  return row?.state;
}

/** States of an account's debits, oldest first. */
export async function debitsOf(ctx: TestContext, account: TestAccount): Promise<string[]> {
  const rows = await ctx.asOwner<{ state: string }>(
    'SELECT state FROM direct_debit WHERE member_account_id = $1 ORDER BY id',
    [account.id],
  );
  return rows.map(({ state }) => state);
}

/** An open bank line that dishonours a debit. */
export async function givenReturnLine(
  ctx: TestContext,
  tenantId: number,
): Promise<{ readonly answerId: string; readonly line: number }> {
  const [row] = await ctx.asOwner<{ id: string }>(
    `WITH answer AS (
       INSERT INTO bank_answer (tenant_id, name, digest, kind, state, lines, cents, content_cipher, content_key_version,
                                read_at)
       VALUES ($1, 'debits.returns', sha256(gen_random_uuid()::text::bytea), 'returns', 'Taken', 1, 100, '\\x00', 1, now())
       RETURNING id)
     INSERT INTO bank_answer_line (tenant_id, bank_answer_id, line, kind, bsb, account_number, reference, cents, code, state)
     SELECT $1, id, 1, 'debitReturn', '000101', '44172208', 'given', 100, '5', 'Open' FROM answer
     RETURNING bank_answer_id::text AS id`,
    [tenantId],
  );
  return { answerId: row?.id ?? '', line: 1 };
}
