import { useState } from 'react';

type CopyOutcome = 'none' | 'copied' | 'failed';

/** Puts a text on the clipboard and remembers whether that worked: a browser may refuse. */
export function useCopy(text: string): { readonly outcome: CopyOutcome; readonly copy: () => Promise<void> } {
  const [outcome, setOutcome] = useState<CopyOutcome>('none');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  return { outcome, copy };
}
