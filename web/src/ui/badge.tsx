import './badge.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'neutral' | 'info' | 'ok' | 'warning' | 'danger';

/** A state in a word: `Active`, `Off`, `Blocked`. The word says it; the colour only helps. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return <span className={classNames('badge', tone !== 'neutral' && `badge--${tone}`)}>{children}</span>;
}
