import { useState } from 'react';
import { writeToClipboard } from '../browser/clipboard.ts';

type CopyOutcome = 'none' | 'copied' | 'failed';

/** Copies a text and keeps the outcome, since a browser may refuse. `copy` answers whether it worked. */
export function useCopy(text: string): { readonly outcome: CopyOutcome; readonly copy: () => Promise<boolean> } {
  const [outcome, setOutcome] = useState<CopyOutcome>('none');
  const copy = async () => {
    const isCopied = await writeToClipboard(text);
    setOutcome(isCopied ? 'copied' : 'failed');
    return isCopied;
  };
  return { outcome, copy };
}
