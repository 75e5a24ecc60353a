import { useState } from 'react';
import { writeToClipboard } from '../browser/clipboard.ts';

type CopyOutcome = 'none' | 'copied' | 'failed';

/** Copies a text and keeps the outcome, since a browser may refuse. */
export function useCopy(text: string): { readonly outcome: CopyOutcome; readonly copy: () => Promise<void> } {
  const [outcome, setOutcome] = useState<CopyOutcome>('none');
  const copy = async () => {
    setOutcome((await writeToClipboard(text)) ? 'copied' : 'failed');
  };
  return { outcome, copy };
}
