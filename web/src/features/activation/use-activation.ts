import type { ActivationStep, ActivationView } from '@wattle/contract/activation/activation.ts';
import { getActivation } from '@wattle/contract/activation/steps.ts';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from '../../router/public.ts';
import type { CallFailure } from '../../api/send.ts';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { callActivation, endActivation, keepAlive, setActivation, useActivationState } from './activation-session.ts';
import { elsewhereFrom } from './activation-steps.domain.ts';
import { pathOfStep } from './step-paths.ts';

export type ActivationPage = {
  readonly view: ActivationView | null;
  /** The activation could not be read. */
  readonly failure: CallFailure | null;
  readonly retry: () => void;
  /** Page to go to instead of this one. */
  readonly elsewhere: string | null;
};

/** Page where card and code are entered; an upgrade begins with the sign-in of its card. */
const beginningOf = (purpose: ActivationView['Purpose']) =>
  purpose === 'upgrade' ? paths.cardHome() : paths.cardActivate();

const GONE = new Set([401, 403, 404]);

/** Activation of this tab for a step's page. A reload asks the server for its state. */
export function useActivation(page: ActivationStep): ActivationPage {
  const { view, isHeld, isFinished, hasEnded, purpose } = useActivationState();
  // Returning to a step of an ended activation redirects.
  const [wasFinished] = useState(isFinished);
  useEffect(() => {
    if (wasFinished) endActivation();
  }, [wasFinished]);
  const isUser = useIsUser();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isGone, setIsGone] = useState(false);
  const [round, setRound] = useState(0);
  const isThere = isHeld || isUser;
  useEffect(() => {
    if (view !== null || !isThere) return;
    let isOver = false;
    void callActivation(getActivation, {}).then((answer) => {
      if (isOver) return;
      if (answer.ok) setActivation(answer.value);
      else if (!GONE.has(answer.status)) setFailure(answer);
      else {
        endActivation(answer.status === 401);
        setIsGone(true);
      }
    });
    return () => {
      isOver = true;
    };
  }, [view, isThere, round]);
  useEffect(() => {
    window.addEventListener('keydown', keepAlive);
    window.addEventListener('pointerdown', keepAlive);
    return () => {
      window.removeEventListener('keydown', keepAlive);
      window.removeEventListener('pointerdown', keepAlive);
    };
  }, []);
  const next = view && elsewhereFrom(view.Steps, view.NextStep, page);
  const isOver = view?.NextStep === null;
  // Terms belong to a card, so their page cannot be opened by its address, signed in or not.
  const isWithoutCard = page === 'terms' && !isHeld && !hasEnded;
  const beginning = isWithoutCard ? paths.error() : isUser && isOver ? paths.cardHome() : beginningOf(purpose);
  const outside = isOver || !isThere || isGone ? beginning : null;
  return {
    view,
    failure,
    retry: () => {
      setFailure(null);
      setRound(round + 1);
    },
    elsewhere: isFinished ? null : (outside ?? (next ? pathOfStep(next, view?.Purpose) : null)),
  };
}

/** Continues to the next step as the server names it. */
export function useNextStep(): (view: ActivationView) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (view: ActivationView) => {
      setActivation(view);
      if (view.NextStep !== null) await navigate(pathOfStep(view.NextStep, view.Purpose));
    },
    [navigate],
  );
}
