import { useEffect, useRef } from 'react';
import { useLocation } from './router-view.tsx';

/** Field that the hash of an address names: the target of *Change* on a review. */
function fieldOf(hash: string): HTMLElement | null {
  const field = hash === '' ? null : document.getElementById(hash.slice(1));
  return field?.matches('input, select, textarea, button') ? field : null;
}

/** Moves the focus to the heading, as a page does that takes the place of another one at the same address. */
export function focusHeading(): HTMLElement | null {
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
 * Focuses the field that the address names, else the heading. While the page loads, the focus is set again on the
 * element's replacement, because a new element does not have it. Ends with the first input of the user.
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
 * Moves the focus to the heading of a new page, so that a screen reader announces it and the next Tab starts there. The
 * first page is left to the browser.
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
