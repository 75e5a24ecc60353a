import { useEffect, useRef } from 'react';

type GrowingRows = {
  /** Number of current rows. */
  readonly count: number;
  readonly isLoading: boolean;
  /** Row at this index. */
  readonly rowAt: (place: number) => Element | null | undefined;
};

/**
 * Focuses the first new row when requested rows have loaded, so that reading continues there. The focus does not move
 * if the user has moved it meanwhile. Returns a function to call when more rows are requested.
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
    // The first control of the row gets the focus, or else the row itself.
    const target = row.querySelector<HTMLElement>('a, button, summary') ?? row;
    if (target === row) row.tabIndex = -1;
    target.focus();
  });
  return () => {
    asked.current = { count, by: document.activeElement };
  };
}
