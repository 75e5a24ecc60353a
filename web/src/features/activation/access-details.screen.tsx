import { AccessForm } from './access-form.tsx';
import { StepGate } from './activation-page.tsx';
import { useActivation, useNextStep } from './use-activation.ts';

/** A login for a holder whose record is known. */
export function AccessDetailsScreen() {
  const activation = useActivation('accessDetails');
  const goOn = useNextStep();
  return (
    <StepGate page="accessDetails" activation={activation}>
      {activation.view ? <AccessForm view={activation.view} onDone={goOn} /> : null}
    </StepGate>
  );
}
