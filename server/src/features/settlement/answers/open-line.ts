import { err, ok } from '@wattle/contract/errors.ts';
import type { Effect } from '../../payments/public.ts';
import { type LineState, readLineState } from './bank-answer.store.ts';

/**
 * Under the lock of a line: nothing has followed from it yet. What a line is matched with changes with what came before
 * it, so a server that has read the line and lost its turn would otherwise find something else for it.
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
