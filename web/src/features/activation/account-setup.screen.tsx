import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { useState } from 'react';
import { useLocation } from '../../router/public.ts';
import { AccessForm } from './access-form.tsx';
import { setActivation } from './activation-session.ts';
import { StepGate } from './activation-page.tsx';
import { EntityForm } from './entity-form.tsx';
import { useActivation, useNextStep } from './use-activation.ts';

/** Account set-up of a new holder: how they sign in, then who they are and where they live. */
export function AccountSetupScreen() {
  const activation = useActivation('accountSetup');
  const goOn = useNextStep();
  const { hash } = useLocation();
  const [isAccessDone, setIsAccessDone] = useState(false);
  const { view } = activation;
  const hasAccess = isAccessDone || (view?.Entered.SecurityQuestion ?? null) !== null;
  // The review leads back to one of the parts.
  const showsAccess = !hasAccess || (hash === '#sign-in' && !isAccessDone);
  const onAccess = async (changed: ActivationView) => {
    setActivation(changed);
    setIsAccessDone(true);
    // Changed from the review: everything else is complete.
    if (changed.Entered.Surname !== null) await goOn(changed);
    window.scrollTo(0, 0);
  };
  return (
    <StepGate page="accountSetup" activation={activation}>
      {view === null ? null : showsAccess ? (
        <AccessForm view={view} onDone={onAccess} />
      ) : (
        <EntityForm view={view} onDone={goOn} />
      )}
    </StepGate>
  );
}
