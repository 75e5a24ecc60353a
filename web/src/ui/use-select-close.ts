import { useEffect, useRef } from 'react';

const LOOK_MS = 100;
/** A press that opens no list, such as a letter that chooses, is not waited for. */
const LOOKS = 5;

const canTell = () => typeof CSS !== 'undefined' && CSS.supports('selector(:open)');

/**
 * Tells when the device's own list of a select closes. No event says so, and one that is closed without a choice changes
 * nothing; a browser that knows `:open` can be asked. In others leaving the field is what there is.
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
    // The press opens the list as soon as its handlers have returned. One that is closed again at once has been seen.
    timer.current = window.setTimeout(look);
  };
}
