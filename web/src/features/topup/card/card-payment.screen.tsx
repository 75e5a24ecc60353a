import '../topup.css';
import { useQueryClient } from '@tanstack/react-query';
import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { getPaymentState } from '@wattle/contract/topup/card-topup.ts';
import { getTopupDetails, getTopupsOnTheirWay } from '@wattle/contract/topup/topup.ts';
import { getRecentTransactions, getTransactions } from '@wattle/contract/transactions/transactions.ts';
import { useRef, useState } from 'react';
import { Link, Navigate, useSearch } from '../../../router/public.ts';
import { call } from '../../../api/call.ts';
import { operationKey } from '../../../api/use-operation.ts';
import type { CallFailure, CallResult } from '../../../api/send.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useStep } from '../../../journey/use-step.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { cardOf, cardWords, useCards } from '../../cards/public.ts';
import { GatewayFrame, GatewayNote } from '../../gateway/gateway-frame.part.tsx';
import { isNone, useOutcome } from '../../gateway/public.ts';
import { cardTopupJourney, openedPayment } from './card-topup-journey.ts';
import { CardPaymentEnd, type CardPaymentState, NoSuchPayment } from './card-payment-end.tsx';

const BACK = { to: paths.topup(), link: Link };
const NOT_OURS: CallFailure = { ok: false, code: '404', status: 404 };
/** Queries that show another balance once the payment is decided. */
const CHANGED = [
  getCards,
  getCardDetails,
  getRecentTransactions,
  getTransactions,
  getTopupDetails,
  getTopupsOnTheirWay,
];

/** The page of the payment service, and the outcome of the payment. */
export function CardPaymentScreen() {
  const step = useStep(cardTopupJourney, 'pay');
  const t = useTexts('topup');
  const returned = useSearch().get('payment');
  // Another tab than the one that left for the payment service's page, or one that has opened another payment since.
  const isOther = step.elsewhere !== null || (step.isReady && step.before.amount.sid !== returned);
  if (returned !== null && isOther) return <Returned key={returned} sid={returned} />;
  if (step.elsewhere !== null) return <Navigate to={step.elsewhere} replace />;
  if (!step.isReady) {
    return (
      <JourneyPage title={t('pay.title')} back={BACK}>
        <SkeletonRows count={3} />
      </JourneyPage>
    );
  }
  const { sid } = step.before.amount;
  return <Payment key={sid} {...step.before.amount} />;
}

/** Before the outcome of a payment is known. */
function Asking({ failure, onRetry }: { readonly failure: CallFailure | null; readonly onRetry: () => void }) {
  const t = useTexts('topup');
  return (
    <JourneyPage title={t('pay.title')} back={BACK}>
      {failure ? <LoadFailed failure={failure} onRetry={onRetry} /> : <SkeletonRows count={3} />}
    </JourneyPage>
  );
}

/** The outcome of a payment that this tab knows by its address alone: one of the accounts is the one that it loads. */
function Returned({ sid }: { readonly sid: string }) {
  const { cards, isPending, failure, refetch } = useCards();
  const accounts = [...new Set(cards.map(({ AccountNumber }) => AccountNumber))];
  const found = useOutcome<string>(
    accounts.length > 0,
    async () => {
      let other: CallResult<string> = NOT_OURS;
      for (const accountNumber of accounts) {
        const answer = await call(getPaymentState, { body: { accountNumber, Sid: sid } });
        if (answer.ok) return { ok: true, value: accountNumber };
        if (!isNone(answer)) other = answer;
      }
      return other;
    },
    () => true,
  );
  if (found.value !== null) return <Payment amount="" account={found.value} card="" sid={sid} />;
  if (found.isNone || (accounts.length === 0 && !isPending && failure === null)) return <NoSuchPayment />;
  if (failure) return <Asking failure={failure} onRetry={refetch} />;
  return <Asking failure={found.failure} onRetry={found.retry} />;
}

type PaymentProps = {
  readonly amount: string;
  readonly account: string;
  readonly card: string;
  readonly sid: string;
};

function Payment({ amount, account, card: cardKey, sid }: PaymentProps) {
  const t = useTexts('topup');
  const format = useFormat();
  const cache = useQueryClient();
  const { cards } = useCards();
  // After a reload the gateway's page cannot be reopened, so the outcome is polled.
  const [opened] = useState(() => openedPayment.of(sid));
  const [isOver, setIsOver] = useState(opened === null);
  const [isGone, setIsGone] = useState(opened === null);
  const shown = useRef<CardPaymentState['State'] | null>(null);
  const isKnown = ({ State }: CardPaymentState) => State !== 'Waiting' && !(State === 'Open' && !isGone);
  const outcome = useOutcome<CardPaymentState>(
    isOver,
    async () => {
      const answer = await call(getPaymentState, { body: { accountNumber: account, Sid: sid } });
      if (!answer.ok) return answer;
      const { State } = answer.value;
      // A pending payment is shown elsewhere too.
      const isNew = State === 'Waiting' && shown.current !== State;
      shown.current = State;
      if (isKnown(answer.value) || isNew)
        await Promise.all(CHANGED.map((each) => cache.invalidateQueries({ queryKey: operationKey(each) })));
      return answer;
    },
    isKnown,
  );
  const { value: payment } = outcome;
  const dollars = (amountInCents(amount) ?? 0) / 100;
  if (isOver && outcome.isNone) return <NoSuchPayment />;
  if (isOver && payment === null && amount === '') {
    return <Asking failure={outcome.failure} onRetry={outcome.retry} />;
  }
  if (isOver) {
    return (
      <CardPaymentEnd
        payment={payment}
        dollars={dollars}
        accountNumber={account}
        isGone={isGone}
        isTyped={amount !== ''}
      />
    );
  }
  const card = cardOf(cards, cardKey);
  return (
    <JourneyPage title={t('pay.title')} back={BACK} steps={{ step: 2, of: 3 }}>
      <div className="topup__pay">
        {opened ? (
          <GatewayFrame
            payment={opened}
            onEnd={(state) => {
              openedPayment.drop();
              setIsGone(state === 'gone');
              setIsOver(true);
            }}
          />
        ) : null}
        <aside aria-label={t('pay.this')}>
          <p className="topup__sum">{format.money(dollars)}</p>
          {card ? <p className="topup__of">{cardWords(card)}</p> : null}
          <GatewayNote payment={opened} />
          <Link className={buttonClass({ tone: 'text' })} to={paths.topup()}>
            {t('pay.change')}
          </Link>
        </aside>
      </div>
    </JourneyPage>
  );
}
