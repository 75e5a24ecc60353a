import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { BrandLogo } from './brand-logo.tsx';
import { InfoLinks } from './info-links.tsx';
import { PlainFrame } from './plain-frame.tsx';

/** The frame of public pages that are not sign-in. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  return (
    <PlainFrame logo={<BrandLogo to={paths.root()} />} foot={<InfoLinks />}>
      {children}
    </PlainFrame>
  );
}
