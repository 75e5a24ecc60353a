import { canOrderAdditionalCard, orderAdditionalCard } from '@wattle/contract/cards/additional.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { useRef, useState } from 'react';
import { Link } from '../../../router/public.ts';
import { call } from '../../../api/call.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useOwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { useBrand } from '../../../brand/brand.ts';
import { NotSent, Unsure } from '../../../layout/attempt-ends.tsx';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { OutcomePage } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { inOneLine } from '../../../ui/fields/address-draft.ts';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { SummaryList } from '../../../ui/pages/summary-list.tsx';
import { cardWords } from '../public.ts';
import { type Problem, problemOf } from './problem.ts';
import { type Managed, SettingPage } from './setting-page.part.tsx';
import { offers } from './settings.domain.ts';
import { useRefetchCards } from './use-saved.ts';
import { useSentTo } from './use-sent-to.ts';
import { randomId } from '../../../browser/random-id.ts';

type Wanted = { readonly card: CardSummary; readonly fee: number };

/** Orders a card. All repeats are one order; a refusal ends it. */
function useOrder() {
  const refetch = useRefetchCards();
  const key = useRef(randomId());
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = async (order: Wanted) => {
    setBusy(true);
    setWanted(order);
    const body = { memberNumber: order.card.AccountNumber };
    const answer = await call(orderAdditionalCard, { body, idempotencyKey: key.current });
    setBusy(false);
    if (!answer.ok && answer.status === 400) key.current = randomId();
    setProblem(answer.ok ? null : problemOf(answer));
    setDone(answer.ok);
    if (answer.ok) await refetch();
  };
  return { wanted, isBusy, isDone, problem, send: (order: Wanted) => void send(order) };
}

type Ordering = ReturnType<typeof useOrder>;

/** A further card of the account: the terms, the confirmation, the order and its outcome. */
export function AdditionalCardScreen() {
  const t = useTexts('settings');
  const order = useOrder();
  const { wanted, isDone, problem } = order;
  if (wanted && (isDone || problem)) return <Ended order={order} wanted={wanted} />;
  return (
    <SettingPage title={t('additional.title')} isOffered={offers.additionalCard}>
      {(managed) => <Order {...managed} order={order} />}
    </SettingPage>
  );
}

function Ended({ order, wanted }: { readonly order: Ordering; readonly wanted: Wanted }) {
  const t = useTexts('settings');
  const outcomes = useTexts('outcomes');
  const format = useFormat();
  const errorText = useErrorTexts();
  const { isBusy, problem } = order;
  const fee = format.money(wanted.fee);
  const rows = [
    { term: t('review.card'), value: cardWords(wanted.card) },
    { term: t('additional.fee'), value: fee },
  ];
  const send = () => order.send(wanted);
  const home = (tone: 'main' | 'text') => (
    <Link className={buttonClass({ tone, wide: true })} to={paths.cardHome()}>
      {t('additional.home')}
    </Link>
  );
  if (!problem) {
    return (
      <OutcomePage
        state="done"
        title={t('additional.done')}
        lead={<p>{t('additional.next')}</p>}
        slip={{ rows }}
        ways={home('main')}
      />
    );
  }
  if (problem.isUnknown) {
    return (
      <Unsure
        title={t('additional.unsure')}
        lead={
          <>
            <p>{errorText(problem.code)}</p>
            <p>{t('additional.once')}</p>
          </>
        }
        action={t('additional.pay', { fee })}
        again={outcomes('again')}
        isSending={isBusy}
        onAgain={send}
        ways={home('text')}
        rows={rows}
      />
    );
  }
  return (
    <NotSent
      title={t('additional.failed')}
      reason={errorText(problem.code)}
      unchanged={t('additional.unchanged')}
      ways={
        <>
          <Button wide busy={isBusy} onClick={send}>
            {outcomes('again')}
          </Button>
          {home('text')}
        </>
      }
    />
  );
}

function Order({ card, details, order }: Managed & { readonly order: Ordering }) {
  const t = useTexts('settings');
  const format = useFormat();
  const owned = useOwnedMoney();
  const errorText = useErrorTexts();
  const { SupportPhoneNumber: phone } = useBrand();
  const may = useOperation(canOrderAdditionalCard, {
    body: { memberNumber: card.AccountNumber, checkBalance: true },
  });
  const person = useOperation(getPersonalDetails, {}).data;
  const address = person ? inOneLine(person.CorrespondenceAddress ?? person.Address) : '';
  const sentTo = useSentTo(address, may.data?.ArrivesBy ?? null);
  const [isAsked, setAsked] = useState(false);
  if (may.failure) return <LoadFailed failure={may.failure} onRetry={may.refetch} />;
  if (!may.data) {
    return (
      <div className="panel">
        <SkeletonRows count={3} />
      </div>
    );
  }
  const { AdditionalCardFee: fee, CardCount, MaximumCardCount, IsValid } = may.data;
  const why = CardCount >= MaximumCardCount ? t('additional.full', { most: MaximumCardCount }) : null;
  const blocked = details.ReplacementWaits ? t('stop.waits', { phone }) : null;
  // A fee takes of what is kept aside.
  const available = details.AvailableAccountBalance + details.KeptAside;
  const tooLittle = available < fee ? errorText('20144') : null;
  return (
    <>
      <div className="panel setting-page__panel">
        <SummaryList
          layout="sides"
          rows={[
            {
              term: t('additional.cards'),
              value:
                CardCount > MaximumCardCount
                  ? String(CardCount)
                  : t('additional.count', { used: CardCount, most: MaximumCardCount }),
            },
            { term: t('additional.fee'), value: format.money(fee) },
            ...(address === '' ? [] : [sentTo]),
            {
              term: t('additional.left'),
              value: owned(available - fee),
            },
          ]}
        />
      </div>
      <p className="limit-choice__note">{t('additional.text')}</p>
      {IsValid ? null : <Banner tone="warning">{why ?? blocked ?? tooLittle ?? t('additional.notNow')}</Banner>}
      {IsValid && !isAsked ? (
        <Button wide onClick={() => setAsked(true)}>
          {t('additional.order')}
        </Button>
      ) : null}
      {IsValid && isAsked ? (
        <>
          <p role="status">{t('additional.confirm', { fee: format.money(fee) })}</p>
          <Button wide busy={order.isBusy} onClick={() => order.send({ card, fee })}>
            {t('additional.pay', { fee: format.money(fee) })}
          </Button>
          <Button wide tone="text" onClick={() => setAsked(false)}>
            {t('additional.cancel')}
          </Button>
        </>
      ) : null}
    </>
  );
}
