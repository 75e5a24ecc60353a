import type { Dispute } from '@wattle/contract/disputes/dispute.ts';
import { type Tx, toInstant } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { outstandingCredit } from './outstanding-credit.ts';
import { type DisputeRow, type FileRow, listFiles, listMessages, type MessageRow } from './dispute.store.ts';

const instantOf = (at: string | null) => (at === null ? null : toInstant(at));

/** A dispute with its messages and files, as its cardholder sees it. */
export async function viewOf(tx: Tx, row: DisputeRow): Promise<Dispute> {
  const [messages, files] = await Promise.all([listMessages(tx, row), listFiles(tx, row)]);
  return toDisputeView(row, messages, files);
}

export function toDisputeView(
  row: DisputeRow,
  messages: readonly MessageRow[],
  files: readonly Omit<FileRow, 'type'>[],
): Dispute {
  return {
    DisputeId: row.id,
    Reference: row.reference,
    Reason: row.reason,
    Amount: toDollars(row.amount),
    Explanation: row.explanation,
    State: row.state,
    Resolution: row.resolution,
    CreditedAmount: row.credited === null ? null : toDollars(row.credited),
    ProvisionalAmount: outstandingCredit(row) === 0n ? null : toDollars(outstandingCredit(row)),
    OpenedAt: toInstant(row.opened_at),
    AnswerBy: row.answer_by,
    SubmittedAt: instantOf(row.submitted_at),
    EndedAt: instantOf(row.ended_at),
    Messages: messages.map(({ is_from_staff, words, at }) => ({
      IsFromUs: is_from_staff,
      Text: words,
      At: toInstant(at),
    })),
    Files: files.map(({ id, name, size }) => ({ FileId: id, Name: name, Size: size })),
  };
}
