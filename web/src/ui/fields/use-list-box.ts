import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { matchesMedia } from '../../browser/media.ts';
import type { ListOption } from './list-options.ts';
import { isComposingKey } from './use-composition.ts';

type ListBoxOptions = {
  readonly options: readonly ListOption[];
  /** Position at which the list opens: the chosen option, or the typed one. */
  readonly current: string;
  /** True: typing opens the list. */
  readonly opensByTyping: boolean;
  readonly onChoose: (option: ListOption) => void;
  /** Called when the field loses focus, or the list closes without a choice. */
  readonly onLeave?: (() => void) | undefined;
};

/** Maximum height of a list; it opens upwards if less room is below, and has at least three options. */
const HIGHEST_PX = 304;
const ENOUGH_PX = 200;
const LOWEST_PX = 144;
const GAP_PX = 16;

type Room = { readonly isUp: boolean; readonly heightPx: number };

/** Side of the field on which the list fits, and its height there. */
function roomBy(input: HTMLElement): Room {
  const { top, bottom } = input.getBoundingClientRect();
  // Area that the keyboard of a phone leaves free.
  const below = (window.visualViewport?.height ?? window.innerHeight) - bottom;
  const isUp = below < ENOUGH_PX && top > below;
  return { isUp, heightPx: Math.max(LOWEST_PX, Math.min(HIGHEST_PX, (isUp ? top : below) - GAP_PX)) };
}

/** Opening the list by touch must not show the keyboard over it, unlike a touch on the field. */
function focusWithoutKeyboard(input: HTMLInputElement): void {
  if (document.activeElement !== input && matchesMedia('(pointer: coarse)')) {
    const before = input.inputMode;
    const giveBack = () => {
      input.inputMode = before;
      input.removeEventListener('blur', giveBack);
      input.removeEventListener('pointerdown', giveBack);
    };
    input.inputMode = 'none';
    input.addEventListener('blur', giveBack);
    input.addEventListener('pointerdown', giveBack);
  }
  input.focus({ preventScroll: true });
}

/** Scrolls the active option into view within the list, without moving the page. */
function useActiveInSight(active: number, isOpen: boolean, heightPx: number): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    const box = list.current;
    // The height is known in pixels only; the content policy permits this property.
    if (box) box.style.maxHeight = `${heightPx}px`;
    const option = box?.children[active];
    if (box && option instanceof HTMLElement) {
      const bottom = option.offsetTop + option.offsetHeight;
      if (!wasOpen.current) box.scrollTop = option.offsetTop - (box.clientHeight - option.offsetHeight) / 2;
      else if (option.offsetTop < box.scrollTop) box.scrollTop = option.offsetTop;
      else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
    }
    wasOpen.current = isOpen;
  }, [active, isOpen, heightPx]);
  return list;
}

/**
 * Behaviour of an editable field with a list, by the combobox pattern of the ARIA practices: the focus stays in the
 * field, arrows move in the list, Enter selects, Escape closes.
 */
export function useListBox({ options, current, opensByTyping, onChoose, onLeave }: ListBoxOptions) {
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [{ isUp, heightPx }, setRoom] = useState<Room>({ isUp: false, heightPx: HIGHEST_PX });
  const [active, setActive] = useState(-1);
  const shown = Math.min(active, options.length - 1);
  const list = useActiveInSight(shown, isOpen, heightPx);

  const open = (at?: number) => {
    if (input.current) setRoom(roomBy(input.current));
    setActive(at ?? options.findIndex(({ value }) => value === current));
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  const choose = (option: ListOption) => {
    onChoose(option);
    close();
  };

  const walk = (event: KeyboardEvent, direction: 1 | -1) => {
    event.preventDefault();
    const last = options.length - 1;
    if (!isOpen) {
      const at = options.findIndex(({ value }) => value === current);
      open(at >= 0 || event.altKey ? at : direction > 0 ? 0 : last);
    } else if (event.altKey) close();
    else if (direction > 0) setActive(shown >= last ? 0 : shown + 1);
    else setActive(shown <= 0 ? last : shown - 1);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys during a composition by an input method are not for the list.
    if (isComposingKey(event.nativeEvent)) return;
    if (event.key === 'ArrowDown') walk(event, 1);
    else if (event.key === 'ArrowUp') walk(event, -1);
    else if (!isOpen) return;
    else if (event.key === 'Escape') {
      // Prevents Escape from closing the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'PageDown' || event.key === 'PageUp') {
      event.preventDefault();
      const to = shown + (event.key === 'PageDown' ? 8 : -8);
      setActive(Math.min(Math.max(to, 0), options.length - 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const option = options[shown];
      if (option) choose(option);
      else close();
    }
  };

  return {
    input,
    list,
    isOpen,
    isUp,
    active: isOpen ? shown : -1,
    close,
    choose,
    inputProps: {
      onKeyDown,
      onBlur: () => {
        close();
        onLeave?.();
      },
    },
    /** Typing changed the list: it opens at its first option. */
    onTyped: () => {
      if (opensByTyping) open(0);
      else close();
    },
    onToggle: () => {
      if (isOpen) close();
      else open();
      if (input.current) focusWithoutKeyboard(input.current);
    },
  };
}
