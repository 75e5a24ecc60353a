import { lazy, type ReactNode, Suspense } from 'react';
import { useIsSignedIn } from '../session/session.ts';
import { PublicFrame } from './public-frame.tsx';

const AppFrame = lazy(async () => ({ default: (await import('./app-frame.tsx')).AppFrame }));

/**
 * The frame of pages that are open to everybody. Who is signed in keeps the frame of the signed-in
 * area: its places stay at hand, and it watches over the session.
 */
export function OpenFrame({ children }: { readonly children: ReactNode }) {
  return useIsSignedIn() ? (
    <Suspense fallback={null}>
      <AppFrame>{children}</AppFrame>
    </Suspense>
  ) : (
    <PublicFrame>{children}</PublicFrame>
  );
}
