import { useEffect, useState } from 'react';
import { useBrand } from '../../../brand/brand.ts';
import { painted } from '../../../browser/painted.ts';

/** The remembered username and the choice to remember it. */
export type Remembering = {
  /** For how long the brand remembers a username; 0 where it remembers none. */
  readonly days: number;
  /** The username that this browser remembers, masked. */
  readonly maskedName: string | null;
  readonly isWanted: boolean;
};

type RememberedUser = Remembering & {
  readonly setIsWanted: (isWanted: boolean) => void;
  /** The browser has forgotten the user. */
  readonly drop: () => void;
};

/** Asks the server for the user that this browser remembers: page code cannot read that cookie. */
export function useRememberedUser(): RememberedUser {
  const { BrandIdentifier, RemberMeDays: days } = useBrand();
  const [maskedName, setMaskedName] = useState<string | null>(null);
  const [choice, setChoice] = useState<boolean | null>(null);
  useEffect(() => {
    if (days === 0) return;
    let isGone = false;
    const ask = async () => {
      // The calls are more code than the page, and nothing on it waits for the name.
      await painted();
      if (isGone) return;
      const { askRememberedUser } = await import('./remembered-user.ts');
      const name = await askRememberedUser(BrandIdentifier);
      if (!isGone) setMaskedName(name);
    };
    // Without an answer the name is typed.
    void ask().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [BrandIdentifier, days]);
  return {
    days,
    maskedName,
    isWanted: choice ?? maskedName !== null,
    setIsWanted: setChoice,
    drop() {
      setMaskedName(null);
      setChoice(false);
    },
  };
}
