import type { ElementComponent } from '../../jsx/jsx-types.d.ts';
import { useEffect, useState } from 'react';
import { type IdleTimes, secondsLeft, warningAt } from '../../session/session-warning.domain.ts';
import { endActivation, stayWithActivation, useActivationIdle, wasUsedSinceRenewal } from './activation-session.ts';

const LOOK_EVERY_MS = 1_000;
/** Loaded long before it is needed, after the files of the page. */
const LOAD_AFTER_MS = 10_000;

type Asking = ElementComponent<{ readonly left: number }>;

/** Asks an idle user whether they are still there, before the activation ends. */
export function ActivationWarning() {
  const left = useWarning(useActivationIdle());
  const [Loaded, setLoaded] = useState<Asking | null>(null);
  const isDue = left !== null;
  useEffect(() => {
    if (Loaded) return;
    const load = () =>
      void import('./activation-warning-dialog.tsx').then(
        ({ ActivationWarningDialog }) => setLoaded(() => ActivationWarningDialog),
        // Without a network it is tried again when it is due; the activation expires all the same.
        () => undefined,
      );
    const timer = window.setTimeout(load, isDue ? 0 : LOAD_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [Loaded, isDue]);
  return left === null || !Loaded ? null : <Loaded left={left} />;
}

/** Seconds that are left once the warning is due, else null. */
function useWarning(idle: IdleTimes | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const atMs = idle && warningAt(idle);
    if (!idle || atMs === null) return;
    const look = () => {
      const now = Date.now();
      if (now < atMs) return;
      // A person with recent input gets a renewal instead of a question.
      if (wasUsedSinceRenewal()) void stayWithActivation();
      const seconds = secondsLeft(idle, now);
      setLeft(seconds);
      if (seconds === 0) endActivation(true);
    };
    const timer = window.setInterval(look, LOOK_EVERY_MS);
    return () => {
      window.clearInterval(timer);
      setLeft(null);
    };
  }, [idle]);
  return left;
}
