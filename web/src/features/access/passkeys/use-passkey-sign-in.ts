import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { nextPage } from '../../../next-page.ts';
import { mayHavePasskey, noteHasPasskey } from './passkey-offer.ts';
import type { PasskeyOutcome } from './passkey-sign-in.ts';
import { worksWithPasskeys } from '../../../browser/passkeys.ts';

type State = { readonly isAsking: boolean; readonly refusal: string | null; readonly attempt: number };

export type PasskeySignIn = State & {
  readonly isOffered: boolean;
  readonly ask: () => void;
  readonly forget: () => void;
};

const FAILED: PasskeyOutcome = { kind: 'refused', code: '99999' };

const load = () => import('./passkey-sign-in.ts');

/** Sign-in with a passkey, by a button and among the names that the browser fills in. All of it comes once the page is idle. */
export function usePasskeySignIn(): PasskeySignIn {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { BrandIdentifier, Features } = useBrand();
  // An existing passkey still signs in where the brand no longer creates new ones.
  const [isOffered] = useState(() => worksWithPasskeys() && (Features.passkeys || mayHavePasskey(BrandIdentifier)));
  const [state, setState] = useState<State>({ isAsking: false, refusal: null, attempt: 0 });
  const { isAsking, attempt } = state;
  const settle = (outcome: PasskeyOutcome) => {
    const refusal = outcome.kind === 'refused' ? outcome.code : null;
    setState((before) => ({ isAsking: false, refusal, attempt: before.attempt + 1 }));
    // A passkey that the server does not know is not offered first again.
    if (outcome.kind === 'in' || refusal === '20040') noteHasPasskey(BrandIdentifier, outcome.kind === 'in');
    if (outcome.kind === 'in') void navigate(nextPage(search), { replace: true });
  };
  const onPicked = useEffectEvent(settle);
  useEffect(() => {
    if (!isOffered || isAsking) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    const begin = () =>
      void load().then(
        ({ waitInAutofill }) => {
          if (!isGone) stop = waitInAutofill((outcome) => onPicked(outcome));
        },
        () => undefined,
      );
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(begin);
    else setTimeout(begin, 500);
    return () => {
      isGone = true;
      stop?.();
    };
    // Each picked passkey has used up its challenge: the next attempt takes a new one.
  }, [isOffered, isAsking, attempt]);
  return {
    ...state,
    isOffered,
    ask() {
      setState((before) => ({ ...before, isAsking: true, refusal: null }));
      void load()
        .then(({ askForPasskey }) => askForPasskey())
        .catch(() => FAILED)
        .then((outcome) => settle(outcome));
    },
    forget: () => setState((before) => ({ ...before, refusal: null })),
  };
}
