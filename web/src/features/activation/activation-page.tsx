import type { ActivationStep } from '@wattle/contract/activation/activation.ts';
import type { ReactNode } from 'react';
import { Navigate } from '../../router/public.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { ActivationFrame } from './activation-frame.part.tsx';
import type { ActivationPage } from './use-activation.ts';

type StepGateProps = {
  readonly page: ActivationStep;
  readonly activation: ActivationPage;
  readonly children: ReactNode;
};

/** The page of a step, once the activation is loaded; another page if the step is not next. */
export function StepGate({ page, activation, children }: StepGateProps) {
  const { view, failure, retry, elsewhere } = activation;
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />;
  return (
    <ActivationFrame page={page} view={view}>
      {failure ? <LoadFailed failure={failure} onRetry={retry} isPage /> : view ? children : <SkeletonRows count={3} />}
    </ActivationFrame>
  );
}
