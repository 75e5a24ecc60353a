import './round-picture.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type RoundPictureProps = { readonly tone?: 'brand' | 'ok' | 'danger'; readonly children: ReactNode };

/** A drawing in a circle, over a page or a place of few words; `ok` where something is done, `danger` where it failed. */
export function RoundPicture({ tone = 'brand', children }: RoundPictureProps) {
  return <span className={classNames('round-picture', tone !== 'brand' && `round-picture--${tone}`)}>{children}</span>;
}
