import type { BrowserContext } from '@playwright/test';

/** Sets up a browser in which all offers after sign-in were postponed. */
export async function putOffOffers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // A sandboxed frame has no storage.
    if (self.origin === 'null') return;
    const times = JSON.stringify({ passcode: 8.64e15, notices: 8.64e15 });
    for (const brand of ['wattle', 'stumps', 'tui', 'ledgerline'])
      localStorage.setItem(`wattle.offers.${brand}`, times);
  });
}
