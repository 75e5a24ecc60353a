import './tabs.css';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export type Tab<V extends string> = { readonly value: V; readonly label: string };

type TabsProps<V extends string> = {
  /** Accessible name of the choice: `Ways to top up`. */
  readonly label: string;
  readonly tabs: readonly Tab<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** Panel of the selected tab. */
  readonly children: ReactNode;
};

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Panels of which one is open. One tab stop; arrows, Home and End open the others. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex((tab) => tab.value === value);

  const open = (place: number) => {
    const tab = tabs[(place + tabs.length) % tabs.length];
    if (!tab) return;
    onChange(tab.value);
    list.current?.querySelector<HTMLElement>(`[data-value="${tab.value}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const place = step === undefined ? { Home: 0, End: tabs.length - 1 }[event.key] : at + step;
    if (place === undefined) return;
    event.preventDefault();
    open(place);
  };

  return (
    <div className="tabs">
      <div className="tabs__list" role="tablist" aria-label={label} ref={list} tabIndex={-1} onKeyDown={onKey}>
        {tabs.map((tab) => {
          const isOpen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              className="tabs__tab"
              id={`${id}-${tab.value}`}
              data-value={tab.value}
              aria-selected={isOpen}
              aria-controls={isOpen ? `${id}-panel` : undefined}
              tabIndex={isOpen ? undefined : -1}
              onClick={() => onChange(tab.value)}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      {/* Focusable, so that a panel of only words is a stop of the keyboard too. */}
      <div className="tabs__panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
