import { afterAll, describe, expect, it } from 'vitest';
import { AGREED, type AutoUser, givenReturnLine, setUp, stateOf } from '../../../../test-support/auto-topups.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { move } from '../../../platform/state-table.domain.ts';
import {
  AUTO_TOPUP,
  AUTO_TOPUP_STATES,
  type AutoTopupActor,
  type AutoTopupEvent,
  type AutoTopupState,
} from './auto-topup.states.domain.ts';
import { endByDeposit } from './auto-topup.store.ts';
import { creditDebit } from './credit-debit.kind.ts';
import { debitReturn } from './debit-return.kind.ts';
import { runAutoTopups } from './run-auto-topups.due.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer } = bank;
afterAll(() => bank.close());

type Stored = { readonly id: string; readonly deposit_transfer_id: string };
type Given = { readonly user: AutoUser; readonly publicId: unknown; readonly stored: Stored };

let serial = 0;
const key = () => `cell:${(serial += 1)}`;

/** A debit of an agreement, in a state, with its id. */
async function givenDebit({ user, stored }: Given, state: 'Collected' | 'Credited'): Promise<bigint> {
  const [row] = await test.ctx.asOwner<{ id: string }>(
    `INSERT INTO direct_debit (tenant_id, auto_topup_id, member_account_id, name, bsb, account_number, amount, state, fired_at)
     VALUES ($1, $2, $3, 'Amelia Chen', '000101', '61200447', 20000, $4, now()) RETURNING id::text`,
    [tenantId, stored.id, user.card.account.id, state],
  );
  return BigInt(row?.id ?? 0);
}

const comesBack = (state: 'Collected' | 'Credited', code: string) => async (given: Given) => {
  const from = await givenReturnLine(test.ctx, tenantId);
  const input = { debitId: await givenDebit(given, state), code, from };
  await test.ctx.payments.submit({ tenantId, kind: debitReturn, key: key(), actor: 'bank', input });
};
const change = (given: object) => async (one: Given) => {
  const body = { ...AGREED, MemberNumber: one.user.card.account.accountNumber, AutoTopUpId: one.publicId, ...given };
  await postApi(test, 'topup/update-auto-topup', one.user.headers, body);
};

/** Cause of each event. A person's code and end are left out, because their answers are tested with the calls. */
const CAUSES: Readonly<Partial<Record<AutoTopupEvent, readonly [AutoTopupActor, (given: Given) => Promise<unknown>]>>> =
  {
    changeAmounts: ['person', change({ Amount: 300 })],
    changeBank: ['person', change({ AccountNumber: '12345678' })],
    cancel: [
      'desk',
      async ({ user }) =>
        give(test, await givenStaff(test.ctx, tenantId), 'end-auto-topup', {
          input: { account: user.card.account.accountNumber },
        }),
    ],
    lapse: [
      'programme',
      async ({ stored }) => {
        await test.ctx.asOwner("UPDATE auto_topup SET code_until = '2020-01-01' WHERE id = $1", [stored.id]);
        await runAutoTopups(test.ctx, tenantId, { atOnce: 50 });
      },
    ],
    returnDeposit: [
      'bank',
      ({ stored }) =>
        test.ctx.database.transact(tenantId, async (tx) => {
          endByDeposit(tx, tenantId, BigInt(stored.deposit_transfer_id));
        }),
    ],
    refer: ['bank', comesBack('Collected', '6')],
    fail: ['bank', comesBack('Collected', '5')],
    takeBack: ['bank', comesBack('Credited', '5')],
    credit: [
      'programme',
      async (given) => {
        const input = { debitId: await givenDebit(given, 'Collected') };
        await test.ctx.payments.submit({ tenantId, kind: creditDebit, key: key(), actor: 'system', input });
      },
    ],
  };

describe.each(Object.entries(CAUSES))('%s', (event, [by, cause]) => {
  it.each(AUTO_TOPUP_STATES)('moves from state %s as the table says', async (before: AutoTopupState) => {
    const user = await givenPayer(500_00n);
    const { AutoTopUpId: publicId } = await setUp(test, user);
    const [stored] = await test.ctx.asOwner<Stored>(
      `UPDATE auto_topup SET state = $2, ended_by = CASE WHEN $2 = 'Cancelled' THEN 'person' END
        WHERE member_account_id = $1 RETURNING id::text, deposit_transfer_id::text`,
      [user.card.account.id, before],
    );
    if (!stored) throw new Error('an agreement');
    await cause({ user, publicId, stored });
    const cell = move(AUTO_TOPUP, { state: before, event: event as AutoTopupEvent, by });
    expect(await stateOf(test.ctx, user.card.account)).toBe(cell.kind === 'changed' ? cell.to : before);
  });
});
