import { useId, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { endActivation, stayWithActivation } from './activation-session.ts';

/** Asks an idle user whether they are still there. */
export function ActivationWarningDialog({ left }: { readonly left: number }) {
  const t = useTexts('activation');
  const id = useId();
  const [state, setState] = useState<'asking' | 'staying' | 'failed'>('asking');
  const stay = async () => {
    setState('staying');
    // The parent removes the dialog once the session is renewed or over.
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
