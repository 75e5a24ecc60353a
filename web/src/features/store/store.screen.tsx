import './store.css';
import { wholeMoney } from '@wattle/contract/rules/amounts.ts';
import type { StoreKind, StoreProduct } from '@wattle/contract/store/store.ts';
import { Link } from '../../router/public.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { useFormat } from '../../i18n/format.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { AppIcon, type AppIconName } from '../../ui/app-icon.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { PATH_OF_KIND } from './kind-paths.ts';
import { Plastic } from './plastic.tsx';
import { StoreFrame } from './store-frame.tsx';
import { type Catalogue, useCatalogue } from './use-catalogue.ts';

/** The store's first page: the products, and the conditions for everyone. */
export function StoreScreen() {
  const t = useTexts('store');
  const { catalogue, failure, retry } = useCatalogue();
  return (
    <StoreFrame isFront>
      <section className="store-front on-hero">
        <div className="store-front__inner">
          <div>
            <h1>{t('front.title')}</h1>
            <p>{t('front.lead')}</p>
            <p className="store-front__on">
              <a className={buttonClass({ tone: 'accent' })} href="#kinds">
                {t('front.see')}
              </a>
            </p>
          </div>
          <div className="store-front__fan" aria-hidden="true">
            {fanOf(catalogue).map((product) => (
              <Plastic key={product.ProductId} card={product} />
            ))}
          </div>
        </div>
      </section>
      <section className="store-kinds" id="kinds" aria-label={t('kinds.label')}>
        {failure ? <LoadFailed failure={failure} onRetry={retry} /> : null}
        {catalogue || failure ? null : <SkeletonRows count={6} />}
        {catalogue ? (
          <ul className="store-kinds__list">
            {kindsOf(catalogue).map((product) => (
              <Kind key={product.Kind} product={product} />
            ))}
          </ul>
        ) : null}
      </section>
      {catalogue ? <Promises catalogue={catalogue} /> : null}
    </StoreFrame>
  );
}

/** The first product of each kind, in the order of the store. */
function kindsOf({ Products }: Catalogue): StoreProduct[] {
  const first = new Map<StoreKind, StoreProduct>();
  for (const product of Products) if (!first.has(product.Kind)) first.set(product.Kind, product);
  return [...first.values()];
}

const FAN: readonly StoreKind[] = ['singleload', 'virtual', 'reloadable'];

/** One card of each kind, the last one in front. */
function fanOf(catalogue: Catalogue | null): StoreProduct[] {
  const kinds = catalogue ? kindsOf(catalogue) : [];
  return FAN.flatMap((kind) => kinds.find(({ Kind: own }) => own === kind) ?? []);
}

function Kind({ product }: { readonly product: StoreProduct }) {
  const t = useTexts('store');
  const language = useLanguage();
  const kind = product.Kind;
  const range = { from: wholeMoney(product.MinimumAmount, language), to: wholeMoney(product.MaximumAmount, language) };
  const spend = product.AllowsCash ? 'spend.cash' : kind === 'virtual' ? 'spend.online' : 'spend.shops';
  return (
    <li className="store-kind">
      <Plastic card={product} />
      <div>
        <h2>{t(`${kind}.name`)}</h2>
        <p className="store-kind__how">{t(`${kind}.delivery`)}</p>
      </div>
      <dl>
        <dt>{t('fact.load')}</dt>
        <dd>{t(kind === 'reloadable' ? 'load.again' : kind === 'singleload' ? 'load.once' : 'load.range', range)}</dd>
        <dt>{t('fact.spend')}</dt>
        <dd>{t(spend)}</dd>
        <dt>{t('fact.keeps')}</dt>
        <dd>{t('keeps', { count: product.ValidMonths })}</dd>
      </dl>
      <p>
        <Link className={buttonClass({ tone: 'tonal' })} to={PATH_OF_KIND[kind]()}>
          {t(kind === 'virtual' ? 'choose.gift' : 'choose.amount')}
          <span className="visually-hidden">, {t(`${kind}.name`)}</span>
        </Link>
      </p>
    </li>
  );
}

const PROMISES: readonly { readonly name: string; readonly icon: AppIconName }[] = [
  { name: 'secret', icon: 'eyeOff' },
  { name: 'fee', icon: 'document' },
  { name: 'limit', icon: 'shopping' },
  { name: 'age', icon: 'person' },
];

function Promises({ catalogue }: { readonly catalogue: Catalogue }) {
  const t = useTexts('store');
  const language = useLanguage();
  const format = useFormat();
  const values = {
    fee: format.money(catalogue.Fee),
    count: catalogue.MaximumCards,
    total: wholeMoney(catalogue.MaximumTotal, language),
    age: catalogue.MinimumAge,
    hold: catalogue.ReloadableMinimumAge,
  };
  return (
    <section className="store-promises" aria-label={t('promise.label')}>
      <ul>
        {PROMISES.map(({ name, icon }) => (
          <li key={name}>
            <AppIcon name={icon} />
            <span>
              <b>{t(`promise.${name}.title`, values)}</b>
              {t(`promise.${name}.text`, values)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
