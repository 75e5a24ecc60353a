import { useEffect, useRef } from 'react';
import { useLocation } from './router-view.tsx';

/** The field that an address names after its `#`: where *Change* on a review leads to. */
function fieldOf(hash: string): HTMLElement | null {
  const field = hash === '' ? null : document.getElementById(hash.slice(1));
  return field?.matches('input, select, textarea, button') ? field : null;
}

function focusHeading(): HTMLElement | null {
  const main = document.getElementById('main');
  const heading = main?.querySelector('h1') ?? main;
  if (!heading) return null;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}

function focusField(field: HTMLElement): HTMLElement {
  field.focus();
  return field;
}

/**
 * Focuses the field that the address names, or else the heading, and again what takes its place while
 * the page still loads: an element that is drawn anew drops the focus. Over as soon as the person does
 * something.
 */
function keepFocused(hash: string): () => void {
  const first = fieldOf(hash);
  let hasField = first !== null;
  let target = first ? focusField(first) : focusHeading();
  const observer = new MutationObserver(() => {
    const field = fieldOf(hash);
    const isLost = document.activeElement === document.body && !target?.isConnected;
    if (field && (!hasField || isLost)) {
      hasField = true;
      target = focusField(field);
    } else if (isLost) {
      target = focusHeading();
    }
  });
  const stop = () => {
    observer.disconnect();
    window.removeEventListener('keydown', stop, { capture: true });
    window.removeEventListener('pointerdown', stop, { capture: true });
  };
  observer.observe(document.body, { childList: true, subtree: true });
  window.addEventListener('keydown', stop, { capture: true });
  window.addEventListener('pointerdown', stop, { capture: true });
  return stop;
}

/**
 * After a change of route, focus goes to the new page's heading, so that a screen reader says where
 * its user is and the next Tab starts there. Not at the first page: the browser reads that itself.
 */
export function useRouteFocus(): void {
  const { pathname, hash } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    return keepFocused(hash);
  }, [pathname, hash]);
}
