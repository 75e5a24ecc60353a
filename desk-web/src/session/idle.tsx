import { useEffect, useState } from 'react';
import { Button } from '@wattle/web/ui/button.tsx';
import { Dialog } from '@wattle/web/ui/dialog.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { lastActiveMs } from '../calls/send.ts';
import { askSession, type DeskSession, noteActive, signOut } from './session.ts';

/** How long before the end the warning is shown. */
const WARN_MS = 2 * 60_000;
const LOOK_EVERY_MS = 1_000;
const ACTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Milliseconds until the session ends because of inactivity, updated each second. */
function useLeftMs({ idleMs }: DeskSession): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);
  return Math.max(0, lastActiveMs() + idleMs - now);
}

/**
 * Watches for activity of the person. Refreshes of the page do not extend the session: without activity there is a
 * warning, and then the session ends.
 */
export function IdleWatch({ session }: { readonly session: DeskSession }) {
  const leftMs = useLeftMs(session);
  const isWarned = leftMs <= Math.min(WARN_MS, session.idleMs / 2);
  useEffect(() => {
    // After the warning only its button counts as activity.
    if (isWarned) return;
    for (const act of ACTS) window.addEventListener(act, noteActive, { capture: true, passive: true });
    return () => {
      for (const act of ACTS) window.removeEventListener(act, noteActive, { capture: true });
    };
  }, [isWarned]);
  const isOver = leftMs === 0;
  useEffect(() => {
    if (isOver) void signOut('idle');
  }, [isOver]);
  return isWarned && !isOver ? <IdleWarning leftMs={leftMs} /> : null;
}

function IdleWarning({ leftMs }: { readonly leftMs: number }) {
  const t = useTexts('desk');
  const stay = () => {
    noteActive();
    // The server counts from the last call.
    void askSession();
  };
  const seconds = Math.ceil(leftMs / 1_000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Dialog
      title={t('idle.title')}
      describedBy="idle-text"
      onDismiss={stay}
      actions={
        <>
          <Button wide onClick={stay}>
            {t('idle.stay')}
          </Button>
          <Button wide tone="line" onClick={() => void signOut()}>
            {t('shell.signOut')}
          </Button>
        </>
      }
    >
      <p id="idle-text">{t('idle.text')}</p>
      <p className="idle__time" role="timer" aria-live="off">
        {time}
      </p>
      <p className="visually-hidden" role="status">
        {t('idle.left', { count: Math.max(1, Math.ceil(seconds / 60)) })}
      </p>
    </Dialog>
  );
}
