import { useEffect, useRef } from 'react';
import { useLocation } from './router-view.tsx';

/** Element that had the focus last, whether it was set here, and the heading of the page then. */
let last: { readonly target: HTMLElement; readonly isOurs: boolean; readonly title: string | null } | null = null;
/** Hash of the address, until the user types or presses: the field that it names may appear late. */
let wanted = '';
let isSetting = false;
let isWatching = false;

const heading = () => document.querySelector<HTMLElement>('#main h1');
/** Heading of the page. A page without one, for example while it loads, keeps the previous heading. */
const titleNow = () => heading()?.textContent ?? last?.title ?? null;

/** Field that the hash of an address names: the target of *Change* on a review. */
function namedField(): HTMLElement | null {
  const field = wanted === '' ? null : document.getElementById(wanted.slice(1));
  return field?.matches('input, select, textarea, button') ? field : null;
}

/** Focuses the field that the address names, else the heading of the page, else its main part. */
function focusStart(): void {
  const field = namedField();
  const target = field ?? heading() ?? document.getElementById('main');
  if (!target) return;
  if (!field) target.tabIndex = -1;
  isSetting = true;
  target.focus({ preventScroll: !field });
  isSetting = false;
}

/**
 * Sets the focus again after a change of the page: if the field or heading that it belongs on appears late, if an
 * element that this module had focused was replaced, or if a new step replaced the old one at the same address. The
 * focus of a control that the user had focused, and that is removed alone, is not moved.
 */
function followPage(): void {
  if (!last) return;
  const { target, isOurs, title } = last;
  const now = document.activeElement;
  const isLate = isOurs && target === now && (target.id === 'main' ? heading() : (namedField() ?? target) !== target);
  const isLost = now === document.body && !target.isConnected && (isOurs || titleNow() !== title);
  if (isLate || isLost) focusStart();
}

function watch(): void {
  window.addEventListener('focusin', ({ target }) => {
    last = { target: target as HTMLElement, isOurs: isSetting, title: titleNow() };
  });
  for (const input of ['keydown', 'pointerdown']) window.addEventListener(input, () => (wanted = ''), true);
  new MutationObserver(followPage).observe(document.body, { childList: true, characterData: true, subtree: true });
}

/**
 * Moves the focus to the heading of a new page or step, so that a screen reader announces it and the next Tab starts
 * there. The first page is left to the browser.
 */
export function useRouteFocus(): void {
  const { pathname, hash } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (!isWatching) watch();
    isWatching = true;
  }, []);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    wanted = hash;
    focusStart();
  }, [pathname, hash]);
}
