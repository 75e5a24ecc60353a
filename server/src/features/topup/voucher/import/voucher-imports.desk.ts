import * as z from 'zod';
import { toInstant } from '../../../../platform/database/database.ts';
import { dollarsOf } from '../../../../platform/money.ts';
import { lockNames } from '../../../../platform/database/named-locks.ts';
import {
  becomes,
  counted,
  type DeskCallInTransaction,
  deskCommand,
  type DeskOutcome,
  effectOnBook,
  inDollars,
  pageInput,
  pageOf,
  refused,
  rowNumber,
  sumOf,
} from '../../../desk/public.ts';
import { voucherLock } from '../voucher.store.ts';
import { voucherImport } from './voucher-import.kind.ts';
import { findImport, hasTakenNumber, listImports, saveImportDropped } from './voucher-import.store.ts';

/** Files of vouchers that were read, with what staff compare with the printer's delivery note. */
export const voucherImportsCommand = deskCommand({
  name: 'voucher-imports',
  title: 'Files of vouchers',
  summary: 'List files of vouchers that were read, the newest first: waiting for two people, taken or dropped',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    import: z.string(),
    brand: z.string(),
    vouchers: z.number(),
    amount: z.string(),
    state: z.string(),
    read: z.string(),
  }),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listImports(tx, staff.tenantId, most));
    const rows = shown.map(({ id, brand, vouchers, amount, state, read_at }) => ({
      import: String(id),
      brand,
      vouchers,
      amount: dollarsOf(amount),
      state,
      read: toInstant(read_at),
    }));
    return { ok: true, rows, hasMore };
  },
});

const input = z.object({
  import: rowNumber,
});
type Input = z.output<typeof input>;

async function check({ tx, staff, input: given }: DeskCallInTransaction<Input>): Promise<DeskOutcome> {
  const found = await findImport(tx, staff.tenantId, given.import);
  if (!found) return refused('not_found', { field: 'import' });
  const object = `voucher_import:${found.id}`;
  if (found.state !== 'Waiting') return refused('nothing_to_do', { object });
  if (await hasTakenNumber(tx, staff.tenantId, found)) return refused('numbers_taken', { object });
  return { ok: true, rows: [], object };
}

/** Drops a waiting file that is wrong or was never delivered. It moves no money, so one person may do it. */
export const dropVouchersCommand = deskCommand({
  name: 'drop-vouchers',
  title: 'Drop a file of vouchers',
  summary: 'Drop a file of vouchers that waits, so that nobody takes it; given again, it waits again',
  permission: 'act',
  done: (row) => ({
    words: `The file of ${counted(row.vouchers, 'voucher')} is dropped.`,
    next: 'Given again, it waits again.',
  }),
  positional: 'import',
  input,
  answer: z.object({ import: z.string(), vouchers: z.number(), amount: z.string() }),
  async run({ tx, staff, input: given }: DeskCallInTransaction<Input>): Promise<DeskOutcome> {
    const { tenantId } = staff;
    const named = await findImport(tx, tenantId, given.import);
    if (!named) return refused('not_found', { field: 'import' });
    await lockNames(tx, [voucherLock(named.brand_id)]);
    const found = await findImport(tx, tenantId, given.import);
    const object = `voucher_import:${given.import}`;
    if (found?.state !== 'Waiting') return refused('nothing_to_do', { object });
    saveImportDropped(tx, tenantId, found);
    const { id, vouchers, amount } = found;
    return { ok: true, rows: [{ import: String(id), vouchers, amount: dollarsOf(amount) }], object };
  },
});

/** Makes the vouchers of a file redeemable. A second person approves it, because it creates money. */
export const takeVouchersCommand = deskCommand({
  name: 'take-vouchers',
  title: 'Accept a file of vouchers',
  summary: 'Let the vouchers of a file count, after its number and sum were compared with the delivery note',
  permission: 'act',
  done: (row) => ({
    words: `${counted(row.vouchers, 'voucher')}, ${inDollars(row.amount)} in all, can be redeemed.`,
    reference: row.receipt,
  }),
  positional: 'import',
  input,
  answer: z.object({ import: z.string(), vouchers: z.number(), amount: z.string(), receipt: z.string() }),
  check,
  async effect(call) {
    const found = await findImport(call.tx, call.staff.tenantId, call.input.import);
    if (found?.state !== 'Waiting') return [];
    return [
      becomes(`Import ${found.id}`, 'Waiting', 'Taken'),
      sumOf(`Its vouchers: ${found.vouchers}`, found.amount, '', 'may be redeemed'),
      await effectOnBook(call, 'vouchers', found.amount),
      await effectOnBook(call, 'bank', -found.amount),
    ];
  },
  async runAlone({ ctx, staff, input: given, key, requestId }): Promise<DeskOutcome> {
    const { tenantId } = staff;
    const object = `voucher_import:${given.import}`;
    const found = await ctx.database.read(tenantId, (tx) => findImport(tx, tenantId, given.import));
    if (!found) return refused('not_found', { field: 'import' });
    const taken = await ctx.payments.submit({
      tenantId,
      kind: voucherImport,
      key,
      actor: 'desk',
      requestId,
      input: { importId: found.id },
    });
    if (!taken.ok) return refused('nothing_to_do', { object });
    const { vouchers, amount } = found;
    const row = { import: String(found.id), vouchers, amount: dollarsOf(amount), receipt: taken.value.receipt };
    return { ok: true, rows: [row], object };
  },
});
