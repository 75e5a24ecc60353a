import type { AnyOperation } from '@wattle/contract/operation.ts';

/** A page that breaks this soon after a change was answered has not shown what came of it. */
const JUST_NOW_MS = 60_000;

let underWay = 0;
let isLost = false;
let doneAtMs = -Infinity;

/** Called with how a change ended: carried out, refused, or without an answer that says so. */
type Ended = (end: 'done' | 'refused' | 'unknown') => void;

/** Remembers that a call which changes something has been sent. To sign in or to renew a session changes nothing. */
export function noteChange({ reads, encoding }: Pick<AnyOperation, 'reads' | 'encoding'>): Ended {
  if (reads || encoding === 'form') return () => undefined;
  underWay += 1;
  return (end) => {
    underWay -= 1;
    if (end === 'unknown') isLost = true;
    if (end === 'done') doneAtMs = performance.now();
  };
}

/** Whether the person may not know what came of something that this page has sent. */
export function isChangeInDoubt(): boolean {
  return underWay > 0 || isLost || performance.now() - doneAtMs < JUST_NOW_MS;
}
