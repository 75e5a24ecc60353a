import './order.css';
import { useEffect } from 'react';
import { Link, Navigate, useLocation } from '../../router/public.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { JourneyPage } from '../../ui/journey-page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { emptyBasket } from './basket.ts';
import { OrderDone } from './order-done.tsx';
import { StoreFrame } from './store-frame.tsx';
import { isUnsettled, useOrder } from './use-order.ts';

/** Outcome of an order as the server reports it. Opening the page again or by a link changes nothing. */
export function OrderConfirmationScreen() {
  const t = useTexts('store');
  const { order, failure, isThere, show, retry } = useOrder();
  const state = useLocation().state as { readonly isFresh?: boolean } | null;
  const isIssued = order?.State === 'Issued';
  useEffect(() => {
    // Bought items leave the basket on every way back to this page.
    if (isIssued) emptyBasket();
  }, [isIssued]);
  if (!isThere || failure?.status === 404) {
    return (
      <StoreFrame>
        <JourneyPage title={t('none.title')}>
          <EmptyState
            picture={<Icon name="info" />}
            title={t('none.heading')}
            text={t('none.text')}
            action={
              <Link className={buttonClass()} to={paths.store()}>
                {t('done.store')}
              </Link>
            }
          />
        </JourneyPage>
      </StoreFrame>
    );
  }
  if (order && isIssued) {
    return (
      <StoreFrame>
        <OrderDone order={order} isFresh={state?.isFresh === true} onChanged={show} />
      </StoreFrame>
    );
  }
  if (order && !isUnsettled(order)) return <Navigate to={paths.storeOrderFailure()} replace />;
  return (
    <StoreFrame>
      <JourneyPage title={t(order ? 'waiting.title' : 'done.title')}>
        {failure ? <LoadFailed failure={failure} onRetry={retry} /> : null}
        {order ? (
          <div className="store-waiting" role="status">
            <span className="store-waiting__spin" aria-hidden="true" />
            <p>{t(order.Payment === 'Unknown' ? 'waiting.unknown' : 'waiting.text')}</p>
          </div>
        ) : failure ? null : (
          <SkeletonRows count={5} />
        )}
      </JourneyPage>
    </StoreFrame>
  );
}
