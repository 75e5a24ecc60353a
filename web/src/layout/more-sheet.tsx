import './more-sheet.css';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { NavLink } from '../router/public.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { paths } from '../paths.ts';
import { signOut } from '../session/sign-out.ts';
import { AppIcon, type AppIconName } from '../ui/app-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import type { ShownPlace } from './navigation-places.ts';
import { ThemeChoice } from './theme-choice.tsx';
import { closeModal, openModal } from '../browser/modal.ts';

type MoreSheetProps = { readonly places: readonly ShownPlace[]; readonly onClose: () => void };

/** Sheet with the navigation items that do not fit in a phone's tab bar. */
export function MoreSheet({ places, onClose }: MoreSheetProps) {
  const t = useTexts('common');
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    openModal(element);
    // Closed while it is still on the page, because only then the focus returns.
    return () => closeModal(element);
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a press beside it; Escape and the button do the same
    <dialog
      className="more-sheet"
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="more-sheet__inner">
        <div className="more-sheet__head">
          <h2 id={titleId}>{t('navigation.more')}</h2>
          <button type="button" className="tool" aria-label={t('navigation.close')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <ul>
          {places.map((place) => (
            <Row key={place.to} icon={place.icon} to={place.to} current={place.current} onClose={onClose}>
              {place.text}
            </Row>
          ))}
          <li className="more-sheet__theme">
            <p>{t('theme.title')}</p>
            <ThemeChoice />
          </li>
          <Row icon="help" to={paths.contactUs()} onClose={onClose}>
            {t('help')}
          </Row>
          <li>
            <button
              type="button"
              className="more-sheet__row"
              onClick={() => {
                onClose();
                signOut();
              }}
            >
              <AppIcon name="signOut" />
              {t('signOut')}
            </button>
          </li>
        </ul>
      </div>
    </dialog>
  );
}

type RowProps = {
  readonly icon: AppIconName;
  readonly to: string;
  readonly current?: ShownPlace['current'];
  readonly onClose: () => void;
  readonly children: ReactNode;
};

function Row({ icon, to, current, onClose, children }: RowProps) {
  return (
    <li>
      <NavLink className="more-sheet__row" to={to} {...(current && { 'aria-current': current })} onClick={onClose}>
        <AppIcon name={icon} />
        {children}
      </NavLink>
    </li>
  );
}
