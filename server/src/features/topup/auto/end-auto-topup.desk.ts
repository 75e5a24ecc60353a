import * as z from 'zod';
import { move } from '../../../platform/state-table.domain.ts';
import { accountNumber, type DeskCallInTransaction, deskCommand, inGroups, refused } from '../../desk/public.ts';
import { AUTO_TOPUP } from './auto-topup.states.domain.ts';
import { findNewestAutoTopup, saveEnd } from './auto-topup.store.ts';

const input = z.object({ account: accountNumber });

/** Ends the automatic top-up of an account, at the wish of its holder or not. A collected debit is still credited. */
export const endAutoTopupCommand = deskCommand({
  name: 'end-auto-topup',
  title: 'End an automatic top-up',
  summary: 'End the automatic top-up of an account; a debit that the bank has already comes all the same',
  permission: 'act',
  done: (row) => ({
    words: `The automatic top-up of account ${inGroups(row.account)} has ended.`,
    next: 'A debit that the bank has already still comes.',
  }),
  input,
  answer: z.object({ account: z.string(), was: z.string() }),
  async run({ ctx, tx, staff, input: { account } }: DeskCallInTransaction<z.output<typeof input>>) {
    const row = await findNewestAutoTopup(tx, staff.tenantId, account);
    if (!row) return refused('not_found', { field: 'account' });
    const object = `account:${row.member_account_id}`;
    const moved = move(AUTO_TOPUP, { state: row.state, event: 'cancel', by: 'desk' });
    if (moved.kind !== 'changed') return refused('nothing_to_do', { field: 'account', object });
    saveEnd(tx, staff.tenantId, row.id, 'desk', null);
    ctx.live.publishChanged(tx, staff.tenantId, row.member_account_id);
    return { ok: true, rows: [{ account, was: row.state }], object };
  },
});
