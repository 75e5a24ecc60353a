import './chip.css';
import type { ReactNode } from 'react';

type ChipProps = { readonly isOn: boolean; readonly onPress: () => void; readonly children: ReactNode };

/** A filter that is on or off. */
export function Chip({ isOn, onPress, children }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={onPress}>
      {children}
    </button>
  );
}

/** Chips in a row; on a phone it scrolls over the full width of the page. */
export function ChipRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="chip-row" role="group" aria-label={label}>
      {children}
    </div>
  );
}
