import './external-link.css';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type ExternalLinkProps = { readonly href: string; readonly className?: string; readonly children: ReactNode };

/** Link that opens a new tab and says so. The new page has no reference to this one. */
export function ExternalLink({ href, className, children }: ExternalLinkProps) {
  const t = useTexts('common');
  return (
    <a className={classNames('external-link', className)} href={href} target="_blank" rel="noopener">
      <span>{children}</span>
      <Icon name="external" size="s" />
      <span className="visually-hidden">{t('newTab')}</span>
    </a>
  );
}
