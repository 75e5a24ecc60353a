import './badge.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'neutral' | 'info' | 'ok' | 'warning' | 'danger';

/** State as a word: `Active`, `Off`, `Blocked`. The colour only supports it. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return <span className={classNames('badge', tone !== 'neutral' && `badge--${tone}`)}>{children}</span>;
}
