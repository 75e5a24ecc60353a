import type { ElementComponent } from '../jsx/jsx-types.d.ts';
import type { ReactNode } from 'react';

/** Link component of the router, which this folder does not import. */
type LinkKind = ElementComponent<{
  readonly to: string;
  readonly className?: string;
  readonly children?: ReactNode;
}>;

/** Navigation: to another address with the app's link, or to another step of the open page. */
export type Way = { readonly to: string; readonly link: LinkKind } | { readonly onPress: () => void };

type WayOnProps = { readonly way: Way; readonly className: string; readonly children: ReactNode };

export function WayOn({ way, className, children }: WayOnProps) {
  if ('onPress' in way) {
    return (
      <button type="button" className={className} onClick={way.onPress}>
        {children}
      </button>
    );
  }
  const { link: Link, to } = way;
  return (
    <Link className={className} to={to}>
      {children}
    </Link>
  );
}
