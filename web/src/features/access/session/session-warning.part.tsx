import type { ElementComponent } from '../../../jsx/jsx-types.d.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { loadTexts } from '../../../i18n/i18n.ts';
import { wasActive } from '../../../session/activity.ts';
import { refreshSession } from '../../../session/refresh.ts';
import type { Session } from '../../../session/session-state.domain.ts';
import { useSession } from '../../../session/session.ts';
import { warningAt } from '../../../session/session-warning.domain.ts';

/** Required by the specification: a renewal in another tab at this moment must not flash the warning. */
const SHOWN_AFTER_MS = 200;
/** A computer that slept runs its timers late, so the clock is checked periodically. */
const LOOK_EVERY_MS = 60_000;
const LOAD_AFTER_MS = 10_000;

async function loadDialog() {
  const [{ SessionWarningDialog }] = await Promise.all([
    import('./session-warning-dialog.tsx'),
    loadTexts(['session']),
  ]);
  return SessionWarningDialog;
}

/** True from the time of the warning until the idle time restarts. */
function useIsDue(session: Session | null): boolean {
  const atMs = session && warningAt(session);
  const [dueAtMs, setDueAtMs] = useState<number | null>(null);
  useEffect(() => {
    if (atMs === null) return;
    let isGone = false;
    let timer = 0;
    const look = async () => {
      window.clearTimeout(timer);
      const waitMs = atMs + SHOWN_AFTER_MS - Date.now();
      if (waitMs > 0) {
        timer = window.setTimeout(look, Math.min(waitMs, LOOK_EVERY_MS));
        return;
      }
      // A person with recent input gets a renewal instead of a question.
      const isRenewed = wasActive() && (await refreshSession(true));
      if (!isRenewed && !isGone) setDueAtMs(atMs);
    };
    void look();
    document.addEventListener('visibilitychange', look);
    return () => {
      isGone = true;
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [atMs]);
  return atMs !== null && dueAtMs === atMs;
}

/**
 * Warns a person before the session ends because of inactivity, in all tabs of the session. Other questions are shown
 * inside it, because two dialogs never overlap.
 */
export function SessionWarning({ children }: { readonly children?: ReactNode }) {
  const session = useSession();
  const isDue = useIsDue(session);
  const [Loaded, setLoaded] = useState<ElementComponent<{ readonly session: Session }> | null>(null);
  useEffect(() => {
    if (Loaded) return;
    const load = () =>
      void loadDialog().then(
        (Dialog) => setLoaded(() => Dialog),
        () => undefined,
      );
    // Loaded long before it is needed, while there is a network, but after the files of the page. It is tried again
    // when the warning is due.
    const timer = window.setTimeout(load, isDue ? 0 : LOAD_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [Loaded, isDue]);
  if (!session || !isDue) return <>{children}</>;
  return Loaded ? <Loaded session={session} /> : null;
}
