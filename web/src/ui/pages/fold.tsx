import './fold.css';
import { type ReactNode, useId, useState } from 'react';
import { AppIcon } from '../app-icon.tsx';

type FoldProps = {
  readonly label: string;
  /** Shown under the label: the current choice. */
  readonly value: string;
  /** True: it stays open, because something in it is missing or wrong. */
  readonly mustOpen?: boolean;
  readonly children: ReactNode;
};

/** A part of a form that few people change, folded under words that say its value. */
export function Fold({ label, value, mustOpen = false, children }: FoldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(mustOpen);
  // What was opened for its owner stays open when it is put right.
  if (mustOpen && !isOpen) setOpen(true);
  return (
    <div className="fold">
      <button
        type="button"
        className="fold__head"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(mustOpen || !isOpen)}
      >
        <span className="fold__words">
          <span className="fold__label">{label}</span>
          {value === '' ? null : <span className="fold__value">{value}</span>}
        </span>
        <AppIcon name="down" size="s" />
      </button>
      <div className="fold__content" id={id} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </div>
  );
}
