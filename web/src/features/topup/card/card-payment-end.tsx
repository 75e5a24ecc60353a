import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { getPaymentState } from '@wattle/contract/topup/card-topup.ts';
import { Link } from '../../../router/public.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useOwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { OutcomePage } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { amountText } from '../../../ui/fields/typed-amount.ts';
import { SaveTopupReceipt } from '../save-topup-receipt.part.tsx';
import { cardTopupJourney } from './card-topup-journey.ts';

export type CardPaymentState = ResponseOf<typeof getPaymentState>;

type Props = {
  /** Null before the first answer. */
  readonly payment: CardPaymentState | null;
  readonly dollars: number;
  /** The account that is loaded. */
  readonly accountNumber: string;
  /** True when the gateway's page can no longer be opened. */
  readonly isGone: boolean;
  /** Whether the form of this tab holds the amount. One that knows the payment by its address alone has none. */
  readonly isTyped: boolean;
};

/** Outcome of a payment by another card: what happened, whether money was taken, next step. */
export function CardPaymentEnd({ payment, dollars, accountNumber, isGone, isTyped }: Props) {
  const t = useTexts('topup');
  const outcomes = useTexts('outcomes');
  const format = useFormat();
  const amount = format.money(payment?.Amount ?? dollars);
  const again = (
    <>
      <Link
        className={buttonClass({ wide: true })}
        to={paths.topup()}
        onClick={() => {
          if (payment && !isTyped)
            cardTopupJourney.typeIn('amount', { amount: amountText(Math.round(payment.Amount * 100)) });
        }}
      >
        {t(payment?.State === 'Declined' || payment?.State === 'CardRefused' ? 'end.anotherCard' : 'end.amount')}
      </Link>
      <Link className={buttonClass({ tone: 'text', wide: true })} to={paths.topup()} state={{ way: null }}>
        {t('end.anotherWay')}
      </Link>
    </>
  );
  const home = (
    <Link className={buttonClass({ tone: 'tonal', wide: true })} to={paths.cardHome()}>
      {t('home')}
    </Link>
  );
  switch (payment?.State) {
    case 'Paid':
      return <Paid payment={payment} accountNumber={accountNumber} amount={amount} />;
    case 'Declined':
      return (
        <OutcomePage
          state="notSent"
          title={t('end.declined')}
          ways={again}
          lead={
            <>
              <p>{outcomes('paymentGatewayFailure')}</p>
              <p>{t('end.declinedText')}</p>
            </>
          }
        />
      );
    case 'Cancelled':
    case 'Expired':
      return (
        <OutcomePage
          state="stopped"
          title={t(payment.State === 'Cancelled' ? 'end.cancelled' : 'end.expired')}
          ways={again}
          lead={<p>{t(payment.State === 'Cancelled' ? 'end.cancelledText' : 'end.expiredText', { amount })}</p>}
        />
      );
    case 'CardRefused':
      return (
        <OutcomePage
          state="notSent"
          title={t('end.cardRefused')}
          ways={again}
          lead={<p>{t('end.cardRefusedText', { amount })}</p>}
        />
      );
    case 'Refunded':
      return (
        <OutcomePage
          state="notSent"
          title={t('end.refunded')}
          ways={home}
          lead={
            <>
              <p>{outcomes('topUpFailMsg')}</p>
              <p>{t('end.refundedText', { amount })}</p>
            </>
          }
        />
      );
    default:
      // Its page was left. A new payment ends it at the gateway first.
      if (isGone && payment?.State === 'Open') {
        return <OutcomePage state="stopped" title={t('end.left')} ways={again} lead={<p>{t('end.leftText')}</p>} />;
      }
      return (
        <OutcomePage
          state="waiting"
          title={t('end.waiting')}
          ways={home}
          lead={<p>{t('end.waitingText', { amount })}</p>}
        />
      );
  }
}

/** The address names no payment of this person. */
export function NoSuchPayment() {
  const t = useTexts('topup');
  return (
    <OutcomePage
      state="stopped"
      title={t('end.none')}
      lead={<p>{t('end.noneText')}</p>}
      ways={
        <>
          <Link className={buttonClass({ wide: true })} to={paths.topup()}>
            {t('end.startAgain')}
          </Link>
          <Link className={buttonClass({ tone: 'text', wide: true })} to={paths.cardHome()}>
            {t('home')}
          </Link>
        </>
      }
    />
  );
}

type PaidProps = { readonly payment: CardPaymentState; readonly accountNumber: string; readonly amount: string };

function Paid({ payment, accountNumber, amount }: PaidProps) {
  const t = useTexts('topup');
  const outcomes = useTexts('outcomes');
  const owned = useOwnedMoney();
  const { ReceiptNumber: number } = payment;
  return (
    <OutcomePage
      state="done"
      title={t('done.title', { amount })}
      pageTitle={outcomes('topupSuccessful')}
      lead={
        <>
          <p>{t('end.paid', { paid: outcomes('paymentGatewaySuccess'), added: outcomes('topUpSuccessMsg') })}</p>
          <p>{t('end.available', { available: owned(payment.AvailableAccountBalance) })}</p>
        </>
      }
      ways={
        <Link className={buttonClass({ wide: true })} to={paths.cardHome()}>
          {t('end.done')}
        </Link>
      }
      slip={
        number === null
          ? undefined
          : {
              number,
              rows: [
                { term: t('row.amount'), value: amount },
                { term: t('row.way'), value: t('card.title') },
                { term: t('row.receipt'), value: number },
              ],
              save: <SaveTopupReceipt accountNumber={accountNumber} receiptNumber={number} />,
            }
      }
    />
  );
}
