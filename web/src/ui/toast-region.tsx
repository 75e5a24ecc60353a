import './toast-region.css';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useTexts } from '../i18n/use-texts.ts';
import { useStore } from '../observable.ts';
import { Icon } from './icon.tsx';
import { dismissToast, stayMs, textOf, type Toast, toasts } from './toasts.ts';

/**
 * Place of toasts, rendered once for the whole page, because screen readers announce only changes of an existing live
 * region.
 */
export function ToastRegion() {
  const toast = useStore(toasts);
  useLanguage();
  return (
    <div className="toast-region">
      <p className="visually-hidden" role="status">
        {toast && textOf(toast)}
      </p>
      {toast ? <ToastView key={toast.id} toast={toast} /> : null}
    </div>
  );
}

function ToastView({ toast }: { readonly toast: Toast }) {
  const t = useTexts('ui');
  const { id, action } = toast;
  // A toast stays while the pointer or the focus is on it.
  const [isHeld, setHeld] = useState(false);
  const before = useRef<Element | null>(null);
  const stay = stayMs(toast);
  useEffect(() => {
    if (isHeld || stay === null) return;
    const timer = window.setTimeout(() => dismissToast(id), stay);
    return () => window.clearTimeout(timer);
  }, [id, isHeld, stay]);

  const close = () => {
    dismissToast(id);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    // A separate landmark, outside of all others.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape of the buttons within, and the pointer's rest
    <section
      className="toast"
      aria-label={t('message')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) before.current = event.relatedTarget;
        setHeld(true);
      }}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <p className="toast__text">{textOf(toast)}</p>
      {action ? (
        <button
          type="button"
          className="toast__action"
          onClick={() => {
            close();
            action.onPress();
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button type="button" className="toast__close" aria-label={t('closeMessage')} onClick={close}>
        <Icon name="close" size="s" />
      </button>
    </section>
  );
}
