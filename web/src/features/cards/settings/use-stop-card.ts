import { blockCard, reportLost } from '@wattle/contract/cards/block.ts';
import { getServerTime } from '@wattle/contract/brands/config.ts';
import { replaceCard } from '@wattle/contract/cards/replace.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useNow } from '../../../api/use-now.ts';
import { cardReferenceOf } from '../cards.domain.ts';
import { type Problem, problemOf } from './problem.ts';
import type { Reason } from './settings.domain.ts';
import { useRefetchCards } from './use-saved.ts';
import { randomId } from '../../../browser/random-id.ts';

/** Result of blocking a card. */
export type StoppedCard = {
  readonly card: CardSummary;
  readonly reason: Reason;
  readonly reference: string | null;
  /** Dollars of the new card; null if none was ordered. */
  readonly fee: number | null;
  /** Why the requested new card was not ordered. */
  readonly notOrdered: string | null;
  /**
   * Whether a new card can be ordered later: after a report without one, or once its fee can be paid. Null: none is
   * made.
   */
  readonly newCard: 'covered' | 'notCovered' | null;
  /** We check before a new card is sent. */
  readonly waits: boolean;
  /** Business time. */
  readonly at: string;
};

type Plan = {
  readonly reason: Reason;
  readonly waits: boolean;
  readonly canSendNew: boolean;
  readonly isCovered: boolean;
};

export type StopCard = {
  readonly run: (plan: Plan, sendsNew: boolean) => void;
  readonly isBusy: boolean;
  /** Problem of the last attempt, also while it is repeated. */
  readonly problem: Problem | null;
};

type AsyncRun = (...args: Parameters<StopCard['run']>) => Promise<void>;

/** Cancels a card. This comes first, and does not depend on whether a new one can be ordered. */
export function useStopCard(card: CardSummary, onDone: (done: StoppedCard) => void): StopCard {
  const refetch = useRefetchCards();
  const pageTime = useNow();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // All repeats are one order; a refusal ends it.
  const key = useRef(randomId());
  const body = { Card: cardReferenceOf(card) };

  const order = async (isDamaged: boolean) => {
    const answer = await call(replaceCard, {
      body: { ...body, IsCardDamaged: isDamaged },
      idempotencyKey: key.current,
    });
    if (!answer.ok && answer.status === 400) key.current = randomId();
    return answer;
  };

  const stop: AsyncRun = async ({ reason, waits, canSendNew, isCovered }, sendsNew) => {
    const newCard = !canSendNew || waits ? null : isCovered ? ('covered' as const) : ('notCovered' as const);
    const clock = await call(getServerTime, {});
    const at = clock.ok ? clock.value.ServerTime : pageTime;
    const end = { card, reason, waits, newCard, at };
    if (reason === 'damaged') {
      const ordered = await order(true);
      if (!ordered.ok) return setProblem(problemOf(ordered));
      const { ReferenceNumber: reference, Fee: fee } = ordered.value;
      return onDone({ ...end, reference, fee, notOrdered: null });
    }
    const stopped =
      reason === 'other'
        ? await call(blockCard, { body })
        : await call(reportLost, { body: { ...body, IsStolen: reason === 'stolen' } });
    if (!stopped.ok) return setProblem(problemOf(stopped));
    const { ReferenceNumber: reference } = stopped.value;
    const ordered = sendsNew ? await order(false) : null;
    onDone({
      ...end,
      reference,
      fee: ordered?.ok ? ordered.value.Fee : null,
      notOrdered: ordered && !ordered.ok ? problemOf(ordered).code : null,
    });
  };

  return {
    isBusy,
    problem,
    run: (plan, sendsNew) => {
      setBusy(true);
      void stop(plan, sendsNew)
        .then(refetch)
        .finally(() => setBusy(false));
    },
  };
}
