import './chip.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type ChipProps = { readonly isOn: boolean; readonly onPress: () => void; readonly children: ReactNode };

/** A filter that is on or off. */
export function Chip({ isOn, onPress, children }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={onPress}>
      {children}
    </button>
  );
}

type ChipRowProps = {
  readonly label: string;
  /** A few short ones share the line, instead of scrolling. */
  readonly isEven?: boolean;
  /** They wrap, instead of scrolling. */
  readonly isWrapped?: boolean;
  readonly children: ReactNode;
};

/** Chips in a row; on a phone it scrolls over the full width of the page. */
export function ChipRow({ label, isEven, isWrapped, children }: ChipRowProps) {
  return (
    <div
      className={classNames('chip-row', isEven && 'chip-row--even', isWrapped && 'chip-row--wrapped')}
      role="group"
      aria-label={label}
    >
      {children}
    </div>
  );
}
