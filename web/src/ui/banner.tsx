import './banner.css';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export type BannerTone = 'info' | 'ok' | 'warning' | 'danger';

const ICONS: Readonly<Record<BannerTone, IconName>> = {
  info: 'info',
  ok: 'check',
  warning: 'warning',
  danger: 'warning',
};

type BannerProps = {
  readonly tone?: BannerTone;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly onDismiss?: () => void;
  /** `status` for a recent event, so that it is announced. */
  readonly role?: 'status' | 'alert' | 'note';
};

/** Coloured surface with an icon for a notice, a warning or an outcome. */
export function Banner({ tone = 'info', title, children, onDismiss, role }: BannerProps) {
  const t = useTexts('common');
  return (
    <div className={classNames('banner', tone !== 'info' && `banner--${tone}`)} role={role}>
      <Icon name={ICONS[tone]} />
      <div>
        {title ? <p className="banner__title">{title}</p> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {onDismiss ? (
        <button type="button" className="banner__close" aria-label={t('dismiss')} onClick={onDismiss}>
          <Icon name="close" size="s" />
        </button>
      ) : null}
    </div>
  );
}
