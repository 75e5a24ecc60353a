import type { ReactNode } from 'react';

export type TagTone = 'plain' | 'ok' | 'bad' | 'warn' | 'info';

/** A state in a word or two. */
export function Tag({ tone = 'plain', children }: { readonly tone?: TagTone; readonly children: ReactNode }) {
  return <span className={`tag tag--${tone}`}>{children}</span>;
}
