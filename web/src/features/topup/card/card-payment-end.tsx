import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { getPaymentState } from '@wattle/contract/topup/card-topup.ts';
import { Link } from '../../../router/public.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { SaveTopupReceipt } from '../save-topup-receipt.part.tsx';
import { PaymentEnd } from '../../gateway/payment-end.part.tsx';

export type PaymentStanding = ResponseOf<typeof getPaymentState>;

type Props = {
  /** Null before the first answer. */
  readonly standing: PaymentStanding | null;
  readonly dollars: number;
  /** The account that is loaded. */
  readonly accountNumber: string;
  /** True when the gateway's page can no longer be opened. */
  readonly isGone: boolean;
};

/** Outcome of a payment by another card. */
export function CardPaymentEnd({ standing, dollars, accountNumber, isGone }: Props) {
  const t = useTexts('topup');
  const outcomes = useTexts('outcomes');
  const format = useFormat();
  const amount = format.money(standing?.Amount ?? dollars);
  const again = (
    <>
      <Link className={buttonClass({ wide: true })} to={paths.topup()}>
        {t(standing?.State === 'Declined' ? 'end.anotherCard' : 'end.amount')}
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
  switch (standing?.State) {
    case 'Paid':
      return (
        <PaymentEnd
          mark="paid"
          title={t('done.title', { amount })}
          ways={
            <>
              <Link className={buttonClass({ wide: true })} to={paths.cardHome()}>
                {t('end.done')}
              </Link>
              {standing.ReceiptNumber === null ? null : (
                <SaveTopupReceipt
                  accountNumber={accountNumber}
                  receiptNumber={standing.ReceiptNumber}
                  label={t('end.save')}
                />
              )}
            </>
          }
        >
          <p>
            {outcomes('paymentGatewaySuccess')}. {outcomes('topUpSuccessMsg')}.
          </p>
          <p>{t('end.available', { available: format.money(standing.AvailableAccountBalance) })}</p>
          {standing.ReceiptNumber === null ? null : <p>{t('end.receipt', { number: standing.ReceiptNumber })}</p>}
        </PaymentEnd>
      );
    case 'Declined':
      return (
        <PaymentEnd mark="failed" title={t('end.declined')} ways={again}>
          <p>{outcomes('paymentGatewayFailure')}.</p>
          <p>{t('end.declinedText')}</p>
        </PaymentEnd>
      );
    case 'Cancelled':
      return (
        <PaymentEnd mark="stopped" title={t('end.cancelled')} ways={again}>
          <p>{t('end.cancelledText', { amount })}</p>
        </PaymentEnd>
      );
    case 'Expired':
      return (
        <PaymentEnd mark="stopped" title={t('end.expired')} ways={again}>
          <p>{t('end.expiredText', { amount })}</p>
        </PaymentEnd>
      );
    case 'Refunded':
      return (
        <PaymentEnd mark="failed" title={t('end.refunded')} ways={home}>
          <p>{outcomes('topUpFailMsg')}.</p>
          <p>{t('end.refundedText', { amount })}</p>
        </PaymentEnd>
      );
    default:
      // Its page was left. A new payment ends it at the gateway first.
      if (isGone && standing?.State === 'Open') {
        return (
          <PaymentEnd mark="stopped" title={t('end.left')} ways={again}>
            <p>{t('end.leftText')}</p>
          </PaymentEnd>
        );
      }
      return (
        <PaymentEnd mark="waiting" title={t('end.waiting')} ways={home}>
          <p>{t('end.waitingText', { amount })}</p>
        </PaymentEnd>
      );
  }
}
