import type { AppContext } from '../../../compose/context.ts';
import type { BankSender } from '../../../config/bank-settings.ts';
import { addBankingDays, valueDate } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { lockNames } from '../../../platform/database/named-locks.ts';
import { bankSenderOf } from '../../programme/public.ts';
import { splitByTotals } from '../formats/split.domain.ts';
import { statesThatMove } from '../moving.domain.ts';
import { findAtBank } from '../restored/find-at-bank.ts';
import {
  countFiles,
  type DuePayment,
  insertLines,
  lockDuePayments,
  type Method,
  moveFilePayments,
  saveFileState,
} from './bank-file.store.ts';
import { fileOf } from './file-methods.ts';
import { freezeFile, type MadeFile, partOf } from './freeze-file.ts';
import { makeDebitFiles } from './make-debit-files.ts';

/**
 * Assigns every payment and debit whose cut-off has passed and that has no file to one, and stores its bytes and digest
 * in the same transaction. Idempotent.
 */
export async function makeFiles(ctx: AppContext, tx: Tx, tenantId: number, method: Method): Promise<MadeFile[]> {
  const sender = bankSenderOf(ctx, tenantId);
  // While a restored instance is held, it is not known yet which files the bank has.
  if (!sender || ctx.instanceHold.isHeld()) return [];
  if (method === 'debit') return makeDebitFiles(ctx, tx, tenantId, sender);
  const { format, fileName, cutOff } = fileOf(ctx.paymentMethods, method);
  const now = ctx.clocks.business.now();
  const calendar = await readBankingCalendar(tx);
  const next = valueDate(calendar, ctx.config.cutOffs[cutOff], now);
  await lockNames(tx, [`bankFiles:${tenantId}`]);
  const due = await lockDuePayments(tx, ctx.secrets, { tenantId, method, before: next });
  if (due.length === 0) return [];
  const day = addBankingDays(calendar, next, -1);
  const { atBank, rest } = await findAtBank(ctx, tx, { tenantId, method }, due, ({ transfer_id: id }) => id);
  let number = await countFiles(tx, tenantId, method, day);
  const freeze = freezingIn(ctx, tx, { tenantId, method, format, sender, day, now });
  for (const [name, { payments }] of atBank) {
    const { id } = await freeze(await partOf(tx, tenantId, name), payments);
    saveFileState(tx, tenantId, id, 'Sent', now);
    moveFilePayments(tx, tenantId, id, { from: statesThatMove('send', 'programme'), to: 'Sent', atMs: now });
  }
  const made: MadeFile[] = [];
  for (const part of splitByTotals(
    rest.map((payment) => ({ payment, cents: payment.amount })),
    format,
  )) {
    number += 1;
    const name = `${tenantId}-${fileName}-${day.replaceAll('-', '')}-${number}.${format.ending}`;
    made.push(
      await freeze(
        name,
        part.map(({ payment }) => payment),
      ),
    );
  }
  return made;
}

type Freezing = {
  readonly tenantId: number;
  readonly method: Method;
  readonly format: ReturnType<typeof fileOf>['format'];
  readonly sender: BankSender;
  readonly day: string;
  readonly now: number;
};

/** Writes a file of payments with their line numbers, bytes and digest. */
function freezingIn(ctx: AppContext, tx: Tx, { tenantId, method, format, sender, day, now }: Freezing) {
  return async (name: string, payments: readonly DuePayment[]): Promise<MadeFile> => {
    const text = format.write(sender, day, payments);
    const cents = payments.reduce((sum, { amount }) => sum + amount, 0n);
    const file = { tenantId, method, name, day, cents, text, madeAt: now, lines: payments.length };
    const made = await freezeFile(ctx, tx, file);
    await insertLines(
      tx,
      tenantId,
      made.id,
      payments.map(({ transfer_id: id }) => id),
    );
    return made;
  };
}
