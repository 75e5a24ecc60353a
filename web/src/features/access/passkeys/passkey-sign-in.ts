import { getPasskeyChallenge } from '@wattle/contract/access/passkeys.ts';
import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { UNEXPECTED, send } from '../../../api/send.ts';
import { currentBrand } from '../../../brand/brand.ts';
import { signIn } from '../../../session/sign-in.ts';
import { signalPasskeys } from './signal-passkeys.ts';

/** Signed in; or nothing has happened, because its user changed their mind; or the code of a refusal. */
export type PasskeyOutcome =
  | { readonly kind: 'in' }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly code: string };

/** A challenge is good for 5 minutes: a page that waits takes a new one before. */
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
  // Those that were removed elsewhere, and names that have changed since.
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
 * Lets the browser offer passkeys among the names that it fills in. It waits until one is picked, or
 * until it is stopped; without an answer of the server it gives up, and the button is still there.
 */
export function waitInAutofill(onOutcome: (outcome: PasskeyOutcome) => void): () => void {
  let isOver = false;
  let isWaiting = false;

  /** True: time for a new challenge. */
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

  // Where the browser refuses, the button is still there.
  wait().catch(() => undefined);
  return () => {
    isOver = true;
    if (isWaiting) WebAuthnAbortService.cancelCeremony();
  };
}
