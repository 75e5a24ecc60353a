import type { BankSender } from '../../../config/bank-settings.ts';
import type { AppContext } from '../../../compose/context.ts';
import { addBankingDays, valueDate } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import { type Tx, toInstant } from '../../../platform/database/database.ts';
import { lockNames } from '../../../platform/database/named-locks.ts';
import { LARGEST_TOTAL, MOST_LINES, writeDirectEntry } from '../formats/direct-entry.domain.ts';
import { splitByTotals } from '../formats/split.domain.ts';
import { countFiles, saveFileState } from './bank-file.store.ts';
import { debitReference, type DueDebit, lockDueDebits, moveFileDebits, putDebits } from './debit-file.store.ts';
import { DEBIT_FILES } from './file-methods.ts';
import { freezeFile, type MadeFile, partOf } from './freeze-file.ts';
import { findAtBank } from '../restored/find-at-bank.ts';

/** Assigns every debit that fired before the last cut-off and has no file to one. Idempotent. */
export async function makeDebitFiles(
  ctx: AppContext,
  tx: Tx,
  tenantId: number,
  sender: BankSender,
): Promise<MadeFile[]> {
  const calendar = await readBankingCalendar(tx);
  const cutOff = ctx.config.cutOffs.external;
  const madeAt = ctx.clocks.business.now();
  const next = valueDate(calendar, cutOff, madeAt);
  await lockNames(tx, [`bankFiles:${tenantId}`]);
  const fired = await lockDueDebits(tx, tenantId);
  const due = fired.filter(({ fired_at: at }) => valueDate(calendar, cutOff, Date.parse(toInstant(at))) < next);
  if (due.length === 0) return [];
  const method = 'debit' as const;
  const day = addBankingDays(calendar, next, -1);
  const { atBank, rest } = await findAtBank(ctx, tx, { tenantId, method }, due, ({ id }) => id);
  let number = await countFiles(tx, tenantId, method, day);
  const freeze = async (name: string, of: string, debits: readonly DueDebit[]): Promise<MadeFile> => {
    const cents = debits.reduce((sum, { amount }) => sum + amount, 0n);
    const text = writeDirectEntry(sender, of, debits.map(lineOf), { isDebits: true });
    const kept = { tenantId, method, name, day: of, cents, text, madeAt, lines: debits.length };
    const file = await freezeFile(ctx, tx, kept);
    const ids = debits.map(({ id }) => id);
    await putDebits(tx, tenantId, file.id, ids);
    return file;
  };
  for (const [name, { day: of, payments }] of atBank) {
    const { id } = await freeze(await partOf(tx, tenantId, name), of, payments);
    saveFileState(tx, tenantId, id, 'Sent', madeAt);
    moveFileDebits(tx, tenantId, id, { from: ['Made'], to: 'Sent' });
  }
  const made: MadeFile[] = [];
  const limits = { most: MOST_LINES, largest: LARGEST_TOTAL };
  for (const part of splitByTotals(
    rest.map((debit) => ({ debit, cents: debit.amount })),
    limits,
  )) {
    number += 1;
    const debits = part.map(({ debit }) => debit);
    made.push(await freeze(`${tenantId}-${DEBIT_FILES}-${day.replaceAll('-', '')}-${number}.aba`, day, debits));
  }
  return made;
}

function lineOf({ id, account_number: accountNumber, amount: cents, ...rest }: DueDebit) {
  return { ...rest, accountNumber, cents, reference: debitReference(id) };
}
