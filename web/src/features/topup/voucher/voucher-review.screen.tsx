import '../topup.css';
import { getTopupDetails, LOAD_TYPE } from '@wattle/contract/topup/topup.ts';
import { getVoucherBalance } from '@wattle/contract/topup/vouchers.ts';
import { useState } from 'react';
import { Link, Navigate } from '../../../router/public.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useOwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { usePayment } from '../../../journey/use-payment.ts';
import { useStep } from '../../../journey/use-step.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { NotSent, Unsure } from '../../../layout/attempt-ends.tsx';
import { OutcomePage } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { ReviewPage } from '../../../ui/pages/review-page.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { cardOf, cardWords, useCards } from '../../cards/public.ts';
import { SaveTopupReceipt } from '../save-topup-receipt.part.tsx';
import { voucherJourney } from './voucher-journey.ts';

const BACK = { to: paths.topup(), link: Link };

/** Value of a voucher, whether the card can take it, and the outcome of redeeming it. */
export function VoucherReviewScreen() {
  const t = useTexts('topup');
  const outcomes = useTexts('outcomes');
  const format = useFormat();
  const { cards } = useCards();
  const step = useStep(voucherJourney, 'review');
  const { receipt } = step.state;
  if (receipt) {
    const card = cardOf(cards, receipt.card);
    return (
      <OutcomePage
        state="done"
        title={t('done.title', { amount: format.money(receipt.dollars) })}
        pageTitle={outcomes('topupSuccessful')}
        slip={{
          number: receipt.receiptNumber,
          rows: [
            { term: t('row.amount'), value: format.money(receipt.dollars) },
            { term: t('row.way'), value: t('voucher.title') },
            ...(card ? [{ term: t('row.card'), value: cardWords(card) }] : []),
            { term: t('row.when'), value: format.dateOf(receipt.loadedAt) },
            { term: t('row.receipt'), value: receipt.receiptNumber },
          ],
          save: <SaveTopupReceipt accountNumber={receipt.account} receiptNumber={receipt.receiptNumber} />,
        }}
        ways={
          <>
            <Link className={buttonClass()} to={paths.cardHome()}>
              {t('home')}
            </Link>
            <Link className={buttonClass({ tone: 'tonal' })} to={paths.topup()}>
              {t('done.another')}
            </Link>
          </>
        }
      />
    );
  }
  if (step.elsewhere !== null) return <Navigate to={step.elsewhere} replace />;
  if (!step.isReady) return <Waiting />;
  return <Review {...step.before.details} />;
}

function Waiting() {
  const t = useTexts('topup');
  return (
    <JourneyPage title={t('review.title')} back={BACK}>
      <SkeletonRows count={3} />
    </JourneyPage>
  );
}

type ReviewProps = { readonly number: string; readonly account: string; readonly card: string };

function Review({ number, account, card: cardKey }: ReviewProps) {
  const t = useTexts('topup');
  const wordsOf = useErrorTexts();
  const outcomes = useTexts('outcomes');
  const format = useFormat();
  const owned = useOwnedMoney();
  const { cards, failure: cardsFailure, isFresh, refetch } = useCards();
  const payment = usePayment(voucherJourney);
  // Once it is sent, the balance may have the voucher in it already.
  const [balance, setBalance] = useState<number | null>(null);
  const voucher = useOperation(getVoucherBalance, { body: { MemberNumber: account, VoucherId: number } });
  const details = useOperation(getTopupDetails, { body: { accountNumber: account, loadType: LOAD_TYPE.voucher } });
  const card = cardOf(cards, cardKey);
  const { isSending, isInDoubt, refusal, trouble, confirm } = payment;
  const worth = voucher.data?.Balance;
  const before = balance ?? details.data?.CurrentAccountBalance ?? null;
  const send = () => {
    setBalance(before);
    confirm();
  };
  const other = (
    <Link className={buttonClass({ tone: 'tonal', wide: true })} to={paths.topup()}>
      {t('review.cancel')}
    </Link>
  );
  // Shown before what is looked up: once it was redeemed, nothing is found of it.
  if (isInDoubt) {
    return (
      <Unsure
        title={t('doubt.title')}
        lead={<p>{t('doubt.text')}</p>}
        action={worth ? t('review.action', { amount: format.money(worth) }) : undefined}
        again={isSending ? t('review.sending') : outcomes('again')}
        isSending={isSending}
        onAgain={send}
        ways={
          <>
            <Link className={buttonClass({ tone: 'tonal', wide: true })} to={paths.transactions()}>
              {outcomes('look')}
            </Link>
            {other}
          </>
        }
        rows={[
          { term: t('row.voucher'), value: t('voucher.ending', { last: number.slice(-4) }) },
          ...(card ? [{ term: t('row.card'), value: cardWords(card) }] : []),
        ]}
      />
    );
  }
  if (refusal) {
    return (
      <NotSent
        title={outcomes('topupUnsuccessful')}
        reason={wordsOf(refusal.code)}
        unchanged={t('notRedeemed')}
        ways={
          <>
            <Button wide onClick={send}>
              {outcomes('again')}
            </Button>
            {other}
          </>
        }
      />
    );
  }
  const failure = cardsFailure ?? voucher.failure ?? details.failure;
  if (failure) {
    const again = voucher.failure ? voucher.refetch : details.refetch;
    return (
      <JourneyPage title={t('review.title')} back={BACK}>
        <LoadFailed failure={failure} onRetry={cardsFailure ? refetch : again} />
      </JourneyPage>
    );
  }
  // The card is no longer in the list.
  if (!card && isFresh) return <Navigate to={paths.topup()} replace />;
  if (worth === undefined || !details.data || before === null || !card) return <Waiting />;
  const room = details.data.MaximumAvailableTopup;
  if (worth > room) return <DoesNotFit worth={worth} room={room} />;
  const unsent = trouble ? { title: t('trouble.title'), text: wordsOf(trouble.code) } : undefined;
  return (
    <ReviewPage
      title={t('review.title')}
      back={BACK}
      steps={{ step: 2, of: 2 }}
      amount={{ dollars: worth, note: t('review.note') }}
      rows={[
        { term: t('row.voucher'), value: t('voucher.ending', { last: number.slice(-4) }) },
        { term: t('row.card'), value: cardWords(card) },
        { term: t('row.fee'), value: format.money(0) },
        { term: t('row.balance'), value: owned(before + worth) },
      ]}
      notice={null}
      action={isSending ? t('review.sending') : t('review.action', { amount: format.money(worth) })}
      busy={isSending}
      error={unsent}
      onConfirm={send}
      others={[{ label: t('review.cancel'), way: { ...BACK } }]}
    />
  );
}

/** A voucher is redeemed as a whole or not at all. */
function DoesNotFit({ worth, room }: { readonly worth: number; readonly room: number }) {
  const t = useTexts('topup');
  const format = useFormat();
  const owned = useOwnedMoney();
  return (
    <JourneyPage title={t('review.title')} back={BACK}>
      <EmptyState
        picture={<Icon name="warning" />}
        title={t('limit.title', { amount: format.money(worth) })}
        text={t('limit.text', { room: owned(room) })}
        action={
          <Link className={buttonClass({ wide: true })} to={paths.topup()}>
            {t('limit.back')}
          </Link>
        }
      />
    </JourneyPage>
  );
}
