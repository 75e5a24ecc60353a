import { useEffect, useId, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { type IdleTimes, secondsLeft, warningAt } from '../../session/session-warning.domain.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { endActivation, stayWithActivation, useActivationIdle, wasUsedSinceRenewal } from './activation-session.ts';

const LOOK_EVERY_MS = 1_000;

/** Asks whoever has done nothing for long whether they are still there, before the activation ends. */
export function ActivationWarning() {
  const idle = useActivationIdle();
  const left = useWarning(idle);
  return left === null ? null : <WarningDialog left={left} />;
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
      // Who has just done something is renewed rather than asked.
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

function WarningDialog({ left }: { readonly left: number }) {
  const t = useTexts('activation');
  const id = useId();
  const [state, setState] = useState<'asking' | 'staying' | 'failed'>('asking');
  const stay = async () => {
    setState('staying');
    // Once it is renewed, or over, nobody draws this any more.
    if (!(await stayWithActivation())) setState('failed');
  };
  const minutes = Math.floor(left / 60);
  return (
    <Dialog
      title={t('idle.title')}
      describedBy={`${id}-text ${id}-left`}
      onDismiss={() => void stay()}
      actions={
        <>
          <Button wide busy={state === 'staying'} onClick={() => void stay()}>
            {t('idle.stay')}
          </Button>
          <Button wide tone="line" onClick={() => endActivation(true)}>
            {t('idle.stop')}
          </Button>
        </>
      }
    >
      <p id={`${id}-text`}>{t('idle.text')}</p>
      <p className="activation__idle figures" id={`${id}-left`} role="timer">
        {minutes > 0 ? t('idle.left', { minutes, seconds: left % 60 }) : t('idle.leftSeconds', { seconds: left })}
      </p>
      <p role="alert">{state === 'failed' ? t('idle.failed') : null}</p>
    </Dialog>
  );
}
