import './round-picture.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type RoundPictureTone = 'brand' | 'ok' | 'info' | 'warn' | 'danger' | 'quiet';
type RoundPictureProps = { readonly tone?: RoundPictureTone; readonly children: ReactNode };

/** Icon in a circle above a page or section with little text. The colour only supports the words. */
export function RoundPicture({ tone = 'brand', children }: RoundPictureProps) {
  return <span className={classNames('round-picture', tone !== 'brand' && `round-picture--${tone}`)}>{children}</span>;
}
