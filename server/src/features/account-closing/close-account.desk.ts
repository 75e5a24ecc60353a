import * as z from 'zod';
import { openLedger } from '../../ledger/open-ledger.ts';
import { closeCards } from '../cards/public.ts';
import {
  accountNumber,
  counted,
  type DeskCallInTransaction,
  deskCommand,
  type DeskRefusal,
  inGroups,
  refused,
} from '../desk/public.ts';
import { readAccrued } from '../interest/public.ts';
import { endAutoTopupsOf } from '../topup/public.ts';
import { countActive, stopSchedules } from '../schedules/public.ts';
import { endRelations } from './end-relations.ts';
import { refuseClosing, notifyClosedLater } from './close.ts';
import { type EndingAccount, findEndingAccount, saveClosed } from './ending.store.ts';

const input = z.object({ account: accountNumber, stopSchedules: z.boolean().optional() });
type Call = DeskCallInTransaction<z.output<typeof input>>;

const ledger = openLedger();

/** Reason why an account cannot be closed yet. */
async function refusalOf(call: Call, account: EndingAccount): Promise<DeskRefusal | undefined> {
  const { ctx, tx, staff, input: given } = call;
  const about = { field: 'account', object: `account:${account.id}` };
  // Accrued interest belongs to the owner as well and is paid by `close-and-pay`.
  const { net } = await readAccrued(tx, staff.tenantId, account.id, ctx.clocks.business.now());
  const isEmpty = account.balance === 0n && account.held === 0n && net === 0n;
  const refusal = refuseClosing({ ...account, held: 0n });
  if (refusal?.error === 'nothing_to_do' || refusal?.error === 'not_asked_for') return refusal;
  if (!isEmpty) return refused('account_not_empty', about);
  if (refusal) return refusal;
  const whose = { memberAccountIds: [account.id], holderIds: [] };
  const isLeft = given.stopSchedules !== true && (await countActive(tx, staff.tenantId, whose)) > 0;
  return isLeft ? refused('schedules_open', about) : undefined;
}

/** Closes an empty account with its cards. Its owner can still sign in and read statements. */
export const closeAccountCommand = deskCommand({
  name: 'close-account',
  title: 'Close an empty account',
  summary: 'Close an account that is empty and whose owner asked for it; --stop-schedules ends its scheduled payments',
  permission: 'act',
  done: (row) => ({
    words: `Account ${inGroups(row.account)} is closed.`,
    next: `Ended with it: ${counted(row.cards, 'card')} and ${counted(row.schedules, 'scheduled payment')}.`,
  }),
  positional: 'account',
  input,
  answer: z.object({ account: z.string(), cards: z.number(), schedules: z.number() }),
  async run(call: Call) {
    const { ctx, tx, staff, input: given } = call;
    const at = ctx.clocks.business.now();
    const account = await findEndingAccount({ ctx, tx, tenantId: staff.tenantId }, given.account);
    if (!account) return refused('not_found', { field: 'account' });
    const refusal = await refusalOf(call, account);
    if (refusal) return refusal;
    const whose = { memberAccountIds: [account.id], holderIds: [] };
    const schedules = await stopSchedules({ ctx, tx, tenantId: staff.tenantId }, whose);
    await endAutoTopupsOf(tx, staff.tenantId, [account.id]);
    const cards = await closeCards(tx, staff.tenantId, whose);
    await endRelations({ ctx, tx, tenantId: staff.tenantId }, whose);
    const object = `account:${account.id}`;
    // Locks the account, so that money that arrived since it was read prevents closing.
    const closed = await ledger.closeAccount(tx, { tenantId: staff.tenantId, account: account.ledger_account_id, at });
    if (!closed.ok) return refused('account_not_empty', { field: 'account', object });
    await saveClosed(tx, staff.tenantId, account.id);
    notifyClosedLater(tx, ctx, staff.tenantId, account.id);
    ctx.live.publishChanged(tx, staff.tenantId, account.id);
    return { ok: true, rows: [{ account: given.account, cards: cards.length, schedules }], object };
  },
});
