import type { CallFailure } from '../../../api/send.ts';
import { wordsKeyOf } from '../../../form/failure-words.ts';
import { isUnknown } from '../../../form/form.domain.ts';

/** Problem of a failed change. */
export type Problem = {
  readonly code: string;
  /** It may have been done. It is safe to send it again. */
  readonly isUnknown: boolean;
};

export function problemOf(failure: CallFailure): Problem {
  return { code: wordsKeyOf(failure), isUnknown: isUnknown(failure.status) };
}
