import { useEffect, useRef } from 'react';

const LOOK_MS = 100;
/** A press that opens no list, such as a letter that selects, is not waited for. */
const LOOKS = 5;

const canTell = () => typeof CSS !== 'undefined' && CSS.supports('selector(:open)');

/**
 * Detects when the native list of a select closes. No event reports it, and closing without a choice changes nothing.
 * Browsers with `:open` can be polled; in others the field has to lose focus.
 */
export function useSelectClose(onClose: (() => void) | undefined) {
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (select: HTMLSelectElement) => {
    if (onClose === undefined || !canTell() || timer.current !== undefined) return;
    let looks = 0;
    let wasOpen = false;
    const look = () => {
      const isOpen = select.matches(':open');
      wasOpen ||= isOpen;
      looks += 1;
      if (isOpen || (!wasOpen && looks < LOOKS)) {
        timer.current = window.setTimeout(look, LOOK_MS);
        return;
      }
      timer.current = undefined;
      if (wasOpen) onClose();
    };
    // The list opens after the handlers of the press have returned. One that closes again immediately is detected.
    timer.current = window.setTimeout(look);
  };
}
