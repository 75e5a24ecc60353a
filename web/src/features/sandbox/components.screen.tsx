import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useIsSandbox } from './use-is-sandbox.ts';

const ComponentsPage = lazy(async () => ({ default: (await import('./components-page.tsx')).ComponentsPage }));

/** Every component in every state, in the brand of the address. Fetched in a sandbox alone. */
export function ComponentsScreen() {
  const waiting = <SkeletonRows count={3} />;
  return useIsSandbox() ? (
    <Suspense fallback={waiting}>
      <ComponentsPage />
    </Suspense>
  ) : (
    waiting
  );
}
