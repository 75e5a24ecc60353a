import './session-warning-dialog.css';
import { useEffect, useId, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { holdActivity, lookAtIdleTime } from '../../../session/activity.ts';
import { refreshSession } from '../../../session/refresh.ts';
import type { Session } from '../../../session/session-state.domain.ts';
import { announcedSeconds, secondsLeft } from '../../../session/session-warning.domain.ts';
import { signOut } from '../../../session/sign-out.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

const TICK_MS = 500;

function useSecondsLeft(session: Session): number {
  const [left, setLeft] = useState(() => secondsLeft(session, Date.now()));
  useEffect(() => {
    const tick = () => {
      setLeft(secondsLeft(session, Date.now()));
      lookAtIdleTime();
    };
    const timer = window.setInterval(tick, TICK_MS);
    return () => window.clearInterval(timer);
  }, [session]);
  return left;
}

/** Asks whether its user is still there. The session ends with the countdown. */
export function SessionWarningDialog({ session }: { readonly session: Session }) {
  const t = useTexts('session');
  const id = useId();
  const left = useSecondsLeft(session);
  const [leftAtFirst] = useState(left);
  const [state, setState] = useState<'asking' | 'staying' | 'failed'>('asking');
  useEffect(holdActivity, []);
  const stay = async () => {
    if (state === 'staying') return;
    setState('staying');
    // The parent removes the dialog once the session is renewed or over.
    if (!(await refreshSession(true))) setState('failed');
  };
  const announced = announcedSeconds(left, leftAtFirst);
  const minutes = Math.floor(left / 60);
  return (
    <Dialog
      title={t('warning.title')}
      describedBy={`${id}-text ${id}-left`}
      onDismiss={() => void stay()}
      actions={
        <>
          <Button wide busy={state === 'staying'} onClick={() => void stay()}>
            {t('warning.stay')}
          </Button>
          <Button wide tone="line" onClick={signOut}>
            {t('warning.signOut')}
          </Button>
        </>
      }
    >
      <p id={`${id}-text`}>{t('warning.text')}</p>
      <p className="session-warning__left figures" id={`${id}-left`} role="timer">
        {minutes > 0 ? t('warning.left', { minutes, seconds: left % 60 }) : t('warning.leftSeconds', { seconds: left })}
      </p>
      <p className="visually-hidden" role="status">
        {announced === null ? null : announceText(t, announced)}
      </p>
      <p className="session-warning__failed" role="alert">
        {state === 'failed' ? t('warning.failed') : null}
      </p>
    </Dialog>
  );
}

function announceText(t: ReturnType<typeof useTexts>, seconds: number): string {
  return seconds % 60 === 0 ? t('warning.minutes', { count: seconds / 60 }) : t('warning.seconds', { count: seconds });
}
