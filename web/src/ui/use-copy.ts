import { useState } from 'react';
import { writeToClipboard } from '../browser/clipboard.ts';

type CopyOutcome = 'none' | 'copied' | 'failed';

/** Puts a text on the clipboard and remembers whether that worked: a browser may refuse. */
export function useCopy(text: string): { readonly outcome: CopyOutcome; readonly copy: () => Promise<void> } {
  const [outcome, setOutcome] = useState<CopyOutcome>('none');
  const copy = async () => {
    setOutcome((await writeToClipboard(text)) ? 'copied' : 'failed');
  };
  return { outcome, copy };
}
