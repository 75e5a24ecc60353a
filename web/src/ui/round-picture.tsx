import './round-picture.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type RoundPictureProps = { readonly tone?: 'brand' | 'ok' | 'danger'; readonly children: ReactNode };

/** Icon in a circle above a page or section with little text; `ok` for a success, `danger` for a failure. */
export function RoundPicture({ tone = 'brand', children }: RoundPictureProps) {
  return <span className={classNames('round-picture', tone !== 'brand' && `round-picture--${tone}`)}>{children}</span>;
}
