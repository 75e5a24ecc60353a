import { revealSecureDetails } from '@wattle/contract/cards/secure-details.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { cardKey, cardReferenceOf } from '../cards.domain.ts';

/** How long the number stays on the screen. */
export const SHOWN_MS = 30_000;

export type SecureState =
  | { readonly kind: 'hidden'; readonly wasShown: boolean }
  | { readonly kind: 'busy' }
  | { readonly kind: 'shown'; readonly details: ResponseOf<typeof revealSecureDetails>; readonly until: number }
  | { readonly kind: 'failed'; readonly code: string };

type Held = { readonly key: string; readonly state: SecureState };

const HIDDEN: SecureState = { kind: 'hidden', wasShown: false };

export type SecureDetails = {
  readonly state: SecureState;
  readonly reveal: () => void;
  readonly hide: () => void;
};

/**
 * Number and CVV2 of a virtual card. They are only in this state and never in the cache of answers. They are removed
 * after 30 seconds, when the page is left or hidden, and with the card.
 */
export function useSecureDetails(card: CardSummary): SecureDetails {
  const key = cardKey(card);
  const [held, setHeld] = useState<Held>({ key, state: HIDDEN });
  const current = useRef(key);
  // Details of another card are never drawn, not even until they are dropped.
  const state = held.key === key ? held.state : HIDDEN;
  const until = state.kind === 'shown' ? state.until : null;

  const hide = useCallback(() => {
    setHeld((now) => (now.state.kind === 'shown' ? { ...now, state: { kind: 'hidden', wasShown: true } } : now));
  }, []);

  useEffect(() => {
    current.current = key;
    return () => setHeld({ key, state: HIDDEN });
  }, [key]);

  useEffect(() => {
    if (until === null) return;
    const timer = window.setTimeout(hide, until - Date.now());
    const lookedAway = () => {
      if (document.hidden) hide();
    };
    window.addEventListener('blur', hide);
    window.addEventListener('pagehide', hide);
    document.addEventListener('visibilitychange', lookedAway);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('blur', hide);
      window.removeEventListener('pagehide', hide);
      document.removeEventListener('visibilitychange', lookedAway);
    };
  }, [until, hide]);

  const reveal = async () => {
    setHeld({ key, state: { kind: 'busy' } });
    const answer = await call(revealSecureDetails, { body: { Card: cardReferenceOf(card) } });
    // Another card was chosen before the answer arrived.
    if (current.current !== key) return;
    setHeld({
      key,
      state: answer.ok
        ? { kind: 'shown', details: answer.value, until: Date.now() + SHOWN_MS }
        : { kind: 'failed', code: answer.code },
    });
  };
  return { state, reveal: () => void reveal(), hide };
}
