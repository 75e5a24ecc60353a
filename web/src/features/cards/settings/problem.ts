import type { CallFailure } from '../../../api/send.ts';
import { isUnknown, refusalOf } from '../../../form/form.domain.ts';

/** What went wrong with a change. */
export type Problem = {
  readonly code: string;
  /** It may have been done. Sent again, nothing is done twice. */
  readonly isUnknown: boolean;
};

export function problemOf(failure: CallFailure): Problem {
  return { code: refusalOf(failure, [], navigator.onLine).code, isUnknown: isUnknown(failure.status) };
}
