import type { CDPSession, Page } from '@playwright/test';

export type Authenticator = { readonly cdp: CDPSession; readonly authenticatorId: string };

/** Virtual authenticator like that of a phone. It waits for its user until `touch`. */
export async function openAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  return { cdp, authenticatorId };
}

/** Whether its user confirms from now on. */
export async function touch({ cdp, authenticatorId }: Authenticator, enabled: boolean): Promise<void> {
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
}
