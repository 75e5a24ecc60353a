import { revealSecureDetails } from '@wattle/contract/cards/reveal-secure-details.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { cardReferenceOf } from './cards.domain.ts';

/** How long the number stays on the screen. */
export const SHOWN_MS = 30_000;

export type SecureState =
  | { readonly kind: 'hidden'; readonly wasShown: boolean }
  | { readonly kind: 'busy' }
  | { readonly kind: 'shown'; readonly details: ResponseOf<typeof revealSecureDetails>; readonly until: number }
  | { readonly kind: 'failed'; readonly code: string };

export type SecureDetails = {
  readonly state: SecureState;
  readonly reveal: () => void;
  readonly hide: () => void;
};

/**
 * Number and CVV2 of a virtual card. They live in this state alone and never in the cache of
 * answers, and go after 30 seconds, when the page is left or looked away from, and with the card:
 * the caller draws the part anew for each card.
 */
export function useSecureDetails(card: CardSummary): SecureDetails {
  const [state, setState] = useState<SecureState>({ kind: 'hidden', wasShown: false });
  const until = state.kind === 'shown' ? state.until : null;

  const hide = useCallback(() => {
    setState((now) => (now.kind === 'shown' ? { kind: 'hidden', wasShown: true } : now));
  }, []);

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
    setState({ kind: 'busy' });
    const answer = await call(revealSecureDetails, { body: { Card: cardReferenceOf(card) } });
    setState(
      answer.ok
        ? { kind: 'shown', details: answer.value, until: Date.now() + SHOWN_MS }
        : { kind: 'failed', code: answer.code },
    );
  };
  return { state, reveal: () => void reveal(), hide };
}
