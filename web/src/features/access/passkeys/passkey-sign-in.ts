import { getPasskeyChallenge } from '@wattle/contract/access/passkeys.ts';
import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { UNEXPECTED, send } from '../../../api/send.ts';
import { currentBrand } from '../../../brand/brand.ts';
import { signIn } from '../../../session/sign-in.ts';
import { signalPasskeys } from './signal-passkeys.ts';

/** Signed in; or nothing, because the user has cancelled; or the code of a refusal. */
export type PasskeyOutcome =
  | { readonly kind: 'in' }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly code: string };

/** A challenge lasts 5 minutes, so a waiting page takes a new one earlier. */
const RENEW_MS = 4 * 60_000;

/** A hidden page requests nothing. */
function isLookedAt(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) document.addEventListener('visibilitychange', () => resolve(), { once: true });
    else resolve();
  });
}

async function askChallenge() {
  return send(getPasskeyChallenge, { body: { brand: currentBrand()?.BrandIdentifier ?? '' } });
}

async function signInWith(credential: object): Promise<PasskeyOutcome> {
  const failure = await signIn({ kind: 'passkey', credential: JSON.stringify(credential) });
  // Passkeys that were removed elsewhere, and names that have changed since.
  if (!failure) signalPasskeys().catch(() => undefined);
  return failure ? { kind: 'refused', code: failure.code } : { kind: 'in' };
}

/** Asks for a passkey, which the browser does in a separate window. */
export async function askForPasskey(): Promise<PasskeyOutcome> {
  const challenge = await askChallenge();
  if (!challenge.ok) return { kind: 'refused', code: challenge.code };
  const credential = await startAuthentication({ optionsJSON: challenge.value }).catch(() => null);
  return credential ? signInWith(credential) : { kind: 'none' };
}

/**
 * Lets the browser offer passkeys among the names that it fills in. It waits until one is picked, or until it is
 * stopped. Without an answer of the server it gives up, and the button still works.
 */
export function waitInAutofill(onOutcome: (outcome: PasskeyOutcome) => void): () => void {
  let isOver = false;
  let isWaiting = false;

  /** True when a new challenge is needed. */
  const waitOnce = async (): Promise<boolean> => {
    await isLookedAt();
    if (isOver) return false;
    const challenge = await askChallenge();
    if (isOver || !challenge.ok) return false;
    let isStale = false;
    const timer = window.setTimeout(() => {
      isStale = true;
      WebAuthnAbortService.cancelCeremony();
    }, RENEW_MS);
    isWaiting = true;
    const credential = await startAuthentication({ optionsJSON: challenge.value, useBrowserAutofill: true })
      .catch(() => null)
      .finally(() => {
        isWaiting = false;
        window.clearTimeout(timer);
      });
    if (credential && !isOver)
      onOutcome(
        await signInWith(credential).catch(() => ({
          kind: 'refused' as const,
          code: UNEXPECTED,
        })),
      );
    return isStale && !isOver;
  };

  const wait = async () => {
    if (!(await browserSupportsWebAuthnAutofill())) return;
    let isToGoOn = !isOver;
    while (isToGoOn) isToGoOn = await waitOnce();
  };

  // If the browser refuses, the button still works.
  wait().catch(() => undefined);
  return () => {
    isOver = true;
    if (isWaiting) WebAuthnAbortService.cancelCeremony();
  };
}
