import { useEffect, useRef } from 'react';

/**
 * Focus after a change between the two states of the page: the field that the address names, else the heading. Both have
 * one address, so the router does not do it.
 */
export function useFormFocus(isForm: boolean, hash: string): void {
  const before = useRef(isForm);
  useEffect(() => {
    if (before.current === isForm) return;
    before.current = isForm;
    const field = isForm ? document.getElementById(hash.slice(1)) : null;
    const heading = document.querySelector<HTMLElement>('#main h1');
    if (heading) heading.tabIndex = -1;
    (field?.matches('input, select, textarea, button') ? field : heading)?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [isForm, hash]);
}
