import { err, ok } from '@wattle/contract/errors.ts';
import type { Effect } from '../../payments/public.ts';
import { type LineState, readLineState } from './bank-answer.store.ts';

/**
 * Checks under the lock of a line that it is not processed yet. The match of a line depends on the lines before it, so
 * a server that read the line and was slow would otherwise match another payment.
 */
export function openLine(of: {
  readonly answerId: string;
  readonly line: number;
}): Effect<'not_found', LineState | undefined> {
  return {
    lock: `answerLine:${of.answerId}:${of.line}`,
    read: ({ tx, tenantId }) => readLineState(tx, tenantId, { bank_answer_id: BigInt(of.answerId), line: of.line }),
    decide: (state) => (state === 'Open' ? ok({ state: 'Done' }) : err('not_found')),
  };
}
