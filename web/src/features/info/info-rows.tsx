import type { ReactNode } from 'react';
import { Link } from '../../router/public.ts';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Ways on from a page to read, one under the other. */
export function InfoRows({ children }: { readonly children: ReactNode }) {
  return <ul className="info-page__rows">{children}</ul>;
}

export function InfoRow({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <li>
      <Link className="info-page__row" to={to}>
        <span>{children}</span>
        <Icon name="next" size="s" />
      </Link>
    </li>
  );
}

/** A way to a page of the brand's own; nothing where the brand has none. */
export function OwnPageRow({ href, children }: { readonly href: string | null; readonly children: ReactNode }) {
  return href === null ? null : (
    <li>
      <ExternalLink className="info-page__row" href={href}>
        {children}
      </ExternalLink>
    </li>
  );
}
