import { useEffect, useRef } from 'react';

type GrowingRows = {
  /** Rows that are there now. */
  readonly count: number;
  readonly isLoading: boolean;
  /** The row that stands at this place. */
  readonly rowAt: (place: number) => Element | null | undefined;
};

/**
 * Takes the focus to the first row that has come, once rows that were asked for are there: reading
 * goes on where it stopped. Whoever has moved on meanwhile is left in peace. Gives back what to call
 * when more rows are asked for.
 */
export function useFirstNewRow({ count, isLoading, rowAt }: GrowingRows): () => void {
  const asked = useRef<{ readonly count: number; readonly by: Element | null } | null>(null);
  useEffect(() => {
    const before = asked.current;
    if (!before || isLoading || count <= before.count) return;
    asked.current = null;
    const { activeElement } = document;
    if (activeElement !== before.by && activeElement !== document.body) return;
    const row = rowAt(before.count);
    if (!(row instanceof HTMLElement)) return;
    // A row with something to press takes the focus there, else the row itself takes it.
    const target = row.querySelector<HTMLElement>('a, button, summary') ?? row;
    if (target === row) row.tabIndex = -1;
    target.focus();
  });
  return () => {
    asked.current = { count, by: document.activeElement };
  };
}
