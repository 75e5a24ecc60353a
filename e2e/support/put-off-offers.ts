import type { BrowserContext } from '@playwright/test';

/** As somebody leaves a browser who has answered "Not now" to what is offered after sign-in. */
export async function putOffOffers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // A sandboxed frame has no storage.
    if (self.origin === 'null') return;
    const times = JSON.stringify({ passcode: 8.64e15, notices: 8.64e15 });
    for (const brand of ['wattle', 'stumps', 'tui', 'ledgerline'])
      localStorage.setItem(`wattle.offers.${brand}`, times);
  });
}
