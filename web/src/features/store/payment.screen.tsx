import './payment.css';
import { useState } from 'react';
import { Link } from '../../router/public.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { useBasket } from './basket.ts';
import { BasketList } from './basket-list.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PaymentFrame, type OpenCharge } from './payment-frame.tsx';
import { StoreFrame } from './store-frame.tsx';
import { totalOf } from './totals.ts';
import { useCatalogue } from './use-catalogue.ts';

/** The basket, who pays, and the page of the payment service. */
export function StorePaymentScreen() {
  const t = useTexts('store');
  const basket = useBasket();
  const { catalogue, failure, retry } = useCatalogue();
  const [charge, setCharge] = useState<OpenCharge | null>(null);
  if (charge) {
    return (
      <StoreFrame>
        <PaymentFrame charge={charge} onBack={() => setCharge(null)} />
      </StoreFrame>
    );
  }
  if (basket.length === 0) {
    return (
      <StoreFrame>
        <JourneyPage title={t('basket.title')}>
          <EmptyState
            picture={<AppIcon name="shopping" />}
            title={t('basket.empty')}
            text={t('basket.emptyText')}
            action={
              <Link className={buttonClass()} to={paths.store()}>
                {t('front.see')}
              </Link>
            }
          />
        </JourneyPage>
      </StoreFrame>
    );
  }
  if (!catalogue) {
    return (
      <StoreFrame>
        <JourneyPage title={t('basket.title')}>
          {failure ? <LoadFailed failure={failure} onRetry={retry} /> : <SkeletonRows count={5} />}
        </JourneyPage>
      </StoreFrame>
    );
  }
  return (
    <StoreFrame>
      <div className="store-pay">
        <PaymentForm
          catalogue={catalogue}
          basket={basket}
          onOpen={setCharge}
          before={
            <div className="store-pay__basket">
              <BasketList basket={basket} catalogue={catalogue} />
              <Link className={buttonClass({ tone: 'text' })} to={paths.store()}>
                <AppIcon name="plus" size="s" />
                {t('basket.more')}
              </Link>
            </div>
          }
          figures={<Figures cards={basket.map(({ Amount }) => Amount)} fee={catalogue.Fee} />}
        />
      </div>
    </StoreFrame>
  );
}

function Figures({ cards, fee }: { readonly cards: readonly number[]; readonly fee: number }) {
  const t = useTexts('store');
  const format = useFormat();
  return (
    <dl className="store-figures">
      <div>
        <dt>{t('figures.cards', { count: cards.length })}</dt>
        <dd>{format.money(totalOf(cards))}</dd>
      </div>
      <div>
        <dt>{t('figures.fee')}</dt>
        <dd>{format.money(fee)}</dd>
      </div>
      <div className="store-figures__sum">
        <dt>{t('figures.total')}</dt>
        <dd>{format.money(totalOf([...cards, fee]))}</dd>
      </div>
    </dl>
  );
}
