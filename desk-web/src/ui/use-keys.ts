import { useEffect, useEffectEvent, useState } from 'react';

type Keys = Readonly<Record<string, (() => void) | undefined>>;

const isTyped = (element: Element | null) => element?.matches('input, textarea, select, [contenteditable]') === true;

/** Single keys for actions of a page, ignored while someone types, in a dialog, or while a key is held. */
export function useKeys(keys: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.repeat && !event.defaultPrevented;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act || !isPlain || isTyped(document.activeElement) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

const REST_MS = 1_000;

/** False for a second after the shown content has changed, because no one can have read it yet. */
export function useIsRested(shown: string): boolean {
  const [rested, setRested] = useState<string>();
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(shown), REST_MS);
    return () => {
      window.clearTimeout(timer);
      setRested(undefined);
    };
  }, [shown]);
  return rested === shown;
}
