import type { AnyOperation } from '@wattle/contract/operation.ts';

/** A page that fails this soon after the response to a change has not shown its result. */
const JUST_NOW_MS = 60_000;

let underWay = 0;
let isLost = false;
let doneAtMs = -Infinity;

/** Called with the result of a change: carried out, refused, or unknown. */
type Ended = (end: 'done' | 'refused' | 'unknown') => void;

/** Records that a changing call was sent. Signing in and renewing a session do not count. */
export function noteChange({ reads, encoding }: Pick<AnyOperation, 'reads' | 'encoding'>): Ended {
  if (reads || encoding === 'form') return () => undefined;
  underWay += 1;
  return (end) => {
    underWay -= 1;
    if (end === 'unknown') isLost = true;
    if (end === 'done') doneAtMs = performance.now();
  };
}

/** Whether the user may not know the result of a call that this page has sent. */
export function isChangeInDoubt(): boolean {
  return underWay > 0 || isLost || performance.now() - doneAtMs < JUST_NOW_MS;
}
