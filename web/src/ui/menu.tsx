import './menu.css';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { AppIcon } from './app-icon.tsx';
import { buttonClass, type ButtonTone } from './button.tsx';

export type MenuItem = { readonly label: string; readonly icon?: ReactNode; readonly onPick: () => void };

type MenuProps = {
  /** Label of the button: `Export`. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly tone?: ButtonTone;
};

/**
 * Button that opens a few actions. Arrows, Home, End and first letters move within it; Escape closes it and returns to
 * the button; Tab closes it and continues.
 */
export function Menu({ label, items, tone = 'tonal' }: MenuProps) {
  const id = useId();
  const [openAt, setOpenAt] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = openAt !== null;

  useEffect(() => {
    if (openAt === null) return;
    box.current?.querySelectorAll<HTMLElement>('[role=menuitem]')[openAt]?.focus();
    const away = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpenAt(null);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [openAt]);

  const close = () => {
    setOpenAt(null);
    button.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (openAt === null) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      setOpenAt(event.key === 'ArrowDown' ? 0 : items.length - 1);
      return;
    }
    if (event.key === 'Tab') return setOpenAt(null);
    if (event.key === 'Escape') return close();
    const next = placeFor(event.key, openAt, items);
    if (next === undefined) return;
    event.preventDefault();
    setOpenAt(next);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the button and the items within
    <div className="menu" ref={box} onKeyDown={onKey}>
      <button
        type="button"
        ref={button}
        className={buttonClass({ tone, small: true })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpenAt(isOpen ? null : 0)}
      >
        {label}
        <AppIcon name="down" size="s" />
      </button>
      {isOpen ? (
        <div className="menu__items" role="menu" id={id} aria-label={label}>
          {items.map((item, place) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              className="menu__item"
              tabIndex={place === openAt ? 0 : -1}
              onClick={() => {
                close();
                item.onPick();
              }}
            >
              {item.icon}
              {item.label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function placeFor(key: string, at: number, items: readonly MenuItem[]): number | undefined {
  const count = items.length;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const letter = key.toLowerCase();
  const places = items.map((_, place) => (at + 1 + place) % count);
  return places.find((place) => items[place]?.label.toLowerCase().startsWith(letter));
}
