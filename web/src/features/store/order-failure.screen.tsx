import './order.css';
import { Link, Navigate } from '../../router/public.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { JourneyPage } from '../../ui/journey-page.tsx';
import { RoundPicture } from '../../ui/round-picture.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StoreFrame } from './store-frame.tsx';
import { isUnsettled, useOrder } from './use-order.ts';

/** An order that was not paid, or whose payment goes back: what happened, whether money was taken, what to do now. */
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
  const isBack = order.State === 'Refused' || order.Payment === 'Refunded';
  const what = isBack ? 'Refunded' : order.Payment;
  return (
    <StoreFrame>
      <div className="store-failure">
        <RoundPicture>
          <Icon name={what === 'Cancelled' ? 'info' : 'warning'} />
        </RoundPicture>
        <h1>{t(`failure.${what}.title`)}</h1>
        <p>{t(`failure.${what}.text`)}</p>
        <div className="store-failure__ends">
          <Link className={buttonClass({ wide: true })} to={isBack ? paths.contactUs() : paths.storePayment()}>
            {t(isBack ? 'failure.contact' : 'failure.again')}
          </Link>
          <Link className={buttonClass({ tone: 'text', wide: true })} to={paths.store()}>
            {t('done.store')}
          </Link>
        </div>
      </div>
    </StoreFrame>
  );
}
