import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { StepGate } from '../activation-page.tsx';
import { useActivation } from '../use-activation.ts';
import { IdentityEnd } from './identity-end.tsx';
import { useResult } from './use-verification.ts';

type Why = { readonly isPending?: boolean; readonly isCancelled?: boolean };

/** The identity service could not confirm the person, has not decided yet, or was left. */
export function EKycFailureScreen() {
  const t = useTexts('identity');
  const activation = useActivation('eKyc');
  const { isPending, isCancelled } = (useLocation().state ?? {}) as Why;
  const why = isPending ? 'pending' : isCancelled ? 'cancelled' : 'notFound';
  return (
    <StepGate page="eKyc" activation={activation}>
      <IdentityEnd title={t(`${why}.title`)} lead={t(`${why}.lead`)} what={t(`${why}.what`)}>
        {isPending ? (
          <AskAgain />
        ) : (
          <Link className={buttonClass({ tone: 'line', wide: true })} to={paths.eKyc()}>
            {t('again')}
          </Link>
        )}
      </IdentityEnd>
    </StepGate>
  );
}

function AskAgain() {
  const t = useTexts('identity');
  const askResult = useResult();
  const [state, setState] = useState<'idle' | 'asking' | 'asked'>('idle');
  const ask = () => {
    setState('asking');
    void askResult().then(() => setState('asked'));
  };
  return (
    <>
      <Button tone="line" wide busy={state === 'asking'} onClick={ask}>
        {t('pending.ask')}
      </Button>
      <p role="status">{state === 'asked' ? t('pending.still') : ''}</p>
    </>
  );
}
