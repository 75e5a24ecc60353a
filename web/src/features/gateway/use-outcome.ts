import { useEffect, useEffectEvent, useState } from 'react';

const SOON_MS = 1_500;
const LATER_MS = 6_000;
/** Number of fast polls before the slower interval. */
const SOON = 20;

export type Asked<T> = { readonly value: T; readonly isFinal: boolean };

/**
 * Polls the outcome of a request that another system decides, until it is known or the page closes.
 * @param ask null while it cannot be asked; polling resumes when it can
 */
export function useOutcome<T>(isAsking: boolean, ask: () => Promise<Asked<T> | null>): T | null {
  const [value, setValue] = useState<T | null>(null);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!isAsking) return;
    let timer: number | undefined;
    let isOver = false;
    let asked = 0;
    const next = async () => {
      const answer = await askNow();
      if (isOver) return;
      asked += 1;
      if (answer) setValue(answer.value);
      if (!answer?.isFinal) timer = window.setTimeout(() => void next(), asked < SOON ? SOON_MS : LATER_MS);
    };
    void next();
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [isAsking]);
  return value;
}
