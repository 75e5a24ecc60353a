import { useEffect, useEffectEvent, useState } from 'react';
import type { CallFailure, CallResult } from '../../api/send.ts';

const SOON_MS = 1_500;
const LATER_MS = 6_000;
/** Number of fast polls before the slower interval. */
const SOON = 20;

/** State of a request as far as it is known. */
export type Outcome<T> = {
  /** Null before the first answer. */
  readonly value: T | null;
  /** There is no such request, or not for this person: it is not asked about any more. */
  readonly isNone: boolean;
  /** Why the last call had no answer; null: it had one. It is asked again. */
  readonly failure: CallFailure | null;
  /** Asks now. */
  readonly retry: () => void;
};

/** Whether a refusal stays the same at every further call. */
export const isNone = ({ status }: CallFailure) => status === 404 || status === 400;

/** Polls the outcome of a request that another system decides, until it is final or does not exist, or the page closes. */
export function useOutcome<T>(
  isAsking: boolean,
  ask: () => Promise<CallResult<T>>,
  isFinal: (value: T) => boolean,
): Outcome<T> {
  const [value, setValue] = useState<T | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const askNow = useEffectEvent(ask);
  const isOverWith = useEffectEvent(isFinal);
  useEffect(() => {
    if (!isAsking) return;
    let timer: number | undefined;
    let isOver = false;
    let asked = 0;
    const next = async () => {
      // Of another request that was asked about before.
      if (asked === 0) {
        setValue(null);
        setFailure(null);
      }
      const answer = await askNow();
      if (isOver) return;
      asked += 1;
      setFailure(answer.ok ? null : answer);
      if (answer.ok) setValue(answer.value);
      const isLast = answer.ok ? isOverWith(answer.value) : isNone(answer);
      if (!isLast) timer = window.setTimeout(() => void next(), asked < SOON ? SOON_MS : LATER_MS);
    };
    void next();
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [isAsking, attempt]);
  return { value, isNone: failure !== null && isNone(failure), failure, retry: () => setAttempt(attempt + 1) };
}
