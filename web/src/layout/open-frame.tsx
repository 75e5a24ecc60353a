import { lazy, Suspense, type ReactNode } from 'react';
import { useIsSignedIn } from '../session/session.ts';
import { paths } from '../paths.ts';
import { BrandLogo } from './brand-logo.tsx';
import { InfoLinks } from './info-links.tsx';
import { PlainFrame } from './plain-frame.tsx';

/** The frame of public pages that are not sign-in. */
function PublicFrame({ children }: { readonly children: ReactNode }) {
  return (
    <PlainFrame logo={<BrandLogo to={paths.root()} />} foot={<InfoLinks />}>
      {children}
    </PlainFrame>
  );
}

const AppFrame = lazy(async () => ({ default: (await import('./app-frame.tsx')).AppFrame }));

/**
 * The frame of pages that are open to everyone. A signed-in person keeps the frame of the signed-in area: its places
 * stay available, and it watches the session.
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
