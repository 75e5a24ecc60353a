import { canOrderAdditionalCard, orderAdditionalCard } from '@wattle/contract/cards/additional.ts';
import { useRef, useState } from 'react';
import { useNavigate } from '../../../router/public.ts';
import { call } from '../../../api/call.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { wordsKeyOf } from '../../../form/failure-words.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { useBrand } from '../../../brand/brand.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { SummaryList } from '../../../ui/summary-list.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { type Managed, SettingPage } from './setting-page.part.tsx';
import { offers } from './settings.domain.ts';
import { useRefetchCards } from './use-saved.ts';

/** A further card of the account: read, confirmed, ordered. */
export function AdditionalCardScreen() {
  const t = useTexts('settings');
  return (
    <SettingPage title={t('additional.title')} isOffered={offers.additionalCard}>
      {(managed) => <Order {...managed} />}
    </SettingPage>
  );
}

function Order({ card, details }: Managed) {
  const t = useTexts('settings');
  const format = useFormat();
  const errorText = useErrorTexts();
  const navigate = useNavigate();
  const { SupportPhoneNumber: phone } = useBrand();
  const refetch = useRefetchCards();
  const may = useOperation(canOrderAdditionalCard, {
    body: { memberNumber: card.AccountNumber, checkBalance: true },
  });
  // One order, however often it is sent; a refusal ends it.
  const key = useRef(crypto.randomUUID());
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (may.failure) return <LoadFailed failure={may.failure} onRetry={may.refetch} />;
  if (!may.data) {
    return (
      <div className="panel">
        <SkeletonRows count={3} />
      </div>
    );
  }
  const { AdditionalCardFee: fee, CardCount, MaximumCardCount, IsValid } = may.data;
  const order = async () => {
    setBusy(true);
    setProblem(null);
    const body = { memberNumber: card.AccountNumber };
    const answer = await call(orderAdditionalCard, { body, idempotencyKey: key.current });
    setBusy(false);
    if (answer.ok) {
      await refetch();
      showToast({ text: t('additional.done') });
      void navigate(paths.cardHome());
      return;
    }
    if (answer.status === 400) key.current = crypto.randomUUID();
    setProblem(wordsKeyOf(answer));
  };
  const why = CardCount >= MaximumCardCount ? t('additional.full', { most: MaximumCardCount }) : null;
  const blocked = details.ReplacementWaits ? t('stop.waits', { phone }) : null;
  const tooLittle = details.AvailableAccountBalance < fee ? errorText('20144') : null;
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
            {
              term: t('additional.left'),
              value: format.money(details.AvailableAccountBalance - fee),
            },
          ]}
        />
      </div>
      <p className="limit-choice__note">{t('additional.text')}</p>
      {IsValid ? null : <Banner tone="warning">{why ?? blocked ?? tooLittle ?? t('additional.notNow')}</Banner>}
      <div role="alert">{problem === null ? null : <Banner tone="danger">{errorText(problem)}</Banner>}</div>
      {IsValid && !isAsked ? (
        <Button wide onClick={() => setAsked(true)}>
          {t('additional.order')}
        </Button>
      ) : null}
      {IsValid && isAsked ? (
        <>
          <p role="status">{t('additional.confirm', { fee: format.money(fee) })}</p>
          <Button wide busy={isBusy} onClick={() => void order()}>
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
