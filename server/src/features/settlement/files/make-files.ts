import { hash } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import type { BankSender } from '../../../bank-settings.ts';
import { audit } from '../../../platform/audit.ts';
import { addBankingDays, valueDate } from '../../../platform/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/banking-days/holiday.store.ts';
import type { Tx } from '../../../platform/database.ts';
import { lockNames } from '../../../platform/named-locks.ts';
import { LARGEST_BATCH, writeBpayBatch } from '../formats/bpay-batch.domain.ts';
import { LARGEST_TOTAL, MOST_LINES, writeDirectEntry } from '../formats/direct-entry.domain.ts';
import { splitByTotals } from '../formats/split.domain.ts';
import { countFiles, type DuePayment, insertFile, lockDuePayments, type Method } from './bank-file.store.ts';

export const METHODS: readonly Method[] = ['external', 'bpay'];

/** Content of a file for the bank. */
function textFor(method: Method, sender: BankSender, day: string, payments: readonly DuePayment[]): string {
  if (method === 'external') {
    return writeDirectEntry(
      sender,
      day,
      payments.map(({ account_number: accountNumber, amount: cents, ...rest }) => ({ ...rest, accountNumber, cents })),
    );
  }
  return writeBpayBatch(
    sender,
    day,
    payments.map(({ bsb: billerCode, account_number: reference, amount: cents, transfer_id: transferId }) => ({
      billerCode,
      reference,
      cents,
      transferId,
    })),
  );
}

const PARTS = {
  external: { most: MOST_LINES, largest: LARGEST_TOTAL, name: 'de', ending: 'aba' },
  bpay: { most: MOST_LINES, largest: LARGEST_BATCH, name: 'bpay', ending: 'bpb' },
} as const;

export type MadeFile = { readonly id: bigint; readonly name: string; readonly lines: number; readonly cents: bigint };

/**
 * Puts every payment whose cut-off is over, and that is in no file, into one: their places, the bytes and the digest
 * are written in this transaction. Called again it makes nothing.
 */
export async function makeFiles(ctx: AppContext, tx: Tx, tenantId: number, method: Method): Promise<MadeFile[]> {
  const { sender } = ctx.config.bank;
  if (!sender) return [];
  const now = ctx.clocks.business.now();
  const calendar = await readBankingCalendar(tx);
  const next = valueDate(calendar, ctx.config.cutOffs[method], now);
  await lockNames(tx, [`bankFiles:${tenantId}`]);
  const due = await lockDuePayments(tx, tenantId, method, next);
  if (due.length === 0) return [];
  const day = addBankingDays(calendar, next, -1);
  const { name: kind, ending, ...limits } = PARTS[method];
  let number = await countFiles(tx, tenantId, method, day);
  const made: MadeFile[] = [];
  for (const part of splitByTotals(
    due.map((payment) => ({ payment, cents: payment.amount })),
    limits,
  )) {
    number += 1;
    const payments = part.map(({ payment }) => payment);
    const name = `${tenantId}-${kind}-${day.replaceAll('-', '')}-${number}.${ending}`;
    const text = textFor(method, sender, day, payments);
    const cents = part.reduce((sum, line) => sum + line.cents, 0n);
    const digest = hash('sha256', text, 'buffer');
    const transfers = payments.map(({ transfer_id: id }) => id);
    const id = await insertFile(tx, ctx.secrets, {
      tenantId,
      method,
      name,
      day,
      cents,
      digest,
      text,
      madeAt: now,
      transfers,
    });
    audit(tx, ctx.clocks, {
      tenantId,
      actor: 'system',
      action: 'bank_file.made',
      object: `bank_file:${id}`,
      outcome: 'ok',
      details: { lines: payments.length, cents: String(cents), digest: digest.toString('hex') },
    });
    made.push({ id, name, lines: payments.length, cents });
  }
  return made;
}
