import { useEffect } from 'react';
import { Link, Navigate, useLocation } from '../../router/public.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { OutcomePage } from '../../layout/outcome-page.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
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
        <OutcomePage
          state="stopped"
          title={t('none.heading')}
          lead={<p>{t('none.text')}</p>}
          ways={
            <Link className={buttonClass({ wide: true })} to={paths.store()}>
              {t('done.store')}
            </Link>
          }
        />
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
      {order ? (
        <OutcomePage
          state="waiting"
          title={t('waiting.title')}
          lead={<p>{t(order.Payment === 'Unknown' ? 'waiting.unknown' : 'waiting.text')}</p>}
        >
          {failure ? <LoadFailed failure={failure} onRetry={retry} /> : null}
        </OutcomePage>
      ) : (
        <JourneyPage title={t('none.title')}>
          {failure ? <LoadFailed failure={failure} onRetry={retry} /> : <SkeletonRows count={5} />}
        </JourneyPage>
      )}
    </StoreFrame>
  );
}
