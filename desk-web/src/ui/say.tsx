import { Icon } from '@wattle/web/ui/icon.tsx';
import type { ReactNode } from 'react';

type SayProps = {
  readonly tone?: 'info' | 'ok' | 'warn' | 'bad';
  /** True: read out as soon as it shows. */
  readonly isNews?: boolean;
  readonly children: ReactNode;
};

const ICONS = { info: 'info', ok: 'check', warn: 'warning', bad: 'warning' } as const;

/** A sentence that the reader should not miss. */
export function Say({ tone = 'info', isNews = false, children }: SayProps) {
  return (
    <div className={`say say--${tone}`} role={isNews ? (tone === 'bad' ? 'alert' : 'status') : undefined}>
      <Icon name={ICONS[tone]} size="s" />
      <div className="say__text">{children}</div>
    </div>
  );
}
