import './tag.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type TagProps = { readonly tone?: 'plain' | 'ok' | 'warning' | 'danger'; readonly children: ReactNode };

/** A state in a word. */
export function Tag({ tone = 'plain', children }: TagProps) {
  return <span className={classNames('tag', tone !== 'plain' && `tag--${tone}`)}>{children}</span>;
}
