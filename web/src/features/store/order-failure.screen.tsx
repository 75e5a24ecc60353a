import { Link, Navigate } from '../../router/public.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { OutcomePage } from '../../layout/outcome-page.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { StoreFrame } from './store-frame.tsx';
import { isUnsettled, useOrder } from './use-order.ts';

/** An order that was not paid, or whose payment is refunded: the reason, whether money was taken, and the next step. */
export function OrderFailureScreen() {
  const t = useTexts('store');
  const { order, failure, isThere, retry } = useOrder();
  if (!isThere || failure?.status === 404) return <Navigate to={paths.store()} replace />;
  if (order && (order.State === 'Issued' || isUnsettled(order))) {
    return <Navigate to={paths.storeOrderConfirmation()} replace />;
  }
  if (!order) {
    return (
      <StoreFrame>
        <JourneyPage title={t('failure.title')}>
          {failure ? <LoadFailed failure={failure} onRetry={retry} /> : <SkeletonRows count={3} />}
        </JourneyPage>
      </StoreFrame>
    );
  }
  const isCardRefused = order.Payment === 'CardRefused';
  const isBack = !isCardRefused && (order.State === 'Refused' || order.Payment === 'Refunded');
  const what = isBack ? 'Refunded' : order.Payment;
  return (
    <StoreFrame>
      <OutcomePage
        state={what === 'Cancelled' || what === 'Expired' ? 'stopped' : 'notSent'}
        title={t(`failure.${what}.title`)}
        lead={<p>{t(`failure.${what}.text`)}</p>}
        ways={
          <>
            <Link className={buttonClass({ wide: true })} to={isBack ? paths.contactUs() : paths.storePayment()}>
              {t(isBack ? 'failure.contact' : 'failure.again')}
            </Link>
            <Link className={buttonClass({ tone: 'text', wide: true })} to={paths.store()}>
              {t('done.store')}
            </Link>
          </>
        }
      />
    </StoreFrame>
  );
}
