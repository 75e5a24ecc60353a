import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import './store-card.css';
import type { StoreKind, StoreProduct } from '@wattle/contract/store/store.ts';
import { dayOf } from '@wattle/contract/rules/typed-date.ts';
import { useMemo, useState } from 'react';
import { Link, Navigate, useNavigate, useSearch } from '../../router/public.ts';
import { useAddressService } from '../../api/use-address-service.ts';
import { FormPage } from '../../form/form-page.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { type Form, useForm } from '../../form/use-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { Chip, ChipRow } from '../../ui/chip.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { byName } from '@wattle/contract/rules/typed-names.ts';
import { amountText } from '../../ui/fields/typed-amount.ts';
import { type BasketCard, saveToBasket, useBasket } from './basket.ts';
import { type CardFieldName, type CardRules, checkCard, FIELD_NAMES, orderedCardOf } from './card-form.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { GiftFields } from './gift-fields.tsx';
import { Plastic } from './plastic.tsx';
import { StoreFrame } from './store-frame.tsx';
import { type Catalogue, useCatalogue } from './use-catalogue.ts';

export const VirtualScreen = () => <StoreCardScreen kind="virtual" />;
export const SingleloadScreen = () => <StoreCardScreen kind="singleload" />;
export const ReloadableScreen = () => <StoreCardScreen kind="reloadable" />;

/** A card of one kind: its amount, its recipient, its destination. */
function StoreCardScreen({ kind }: { readonly kind: StoreKind }) {
  const { catalogue, failure, retry } = useCatalogue();
  const basket = useBasket();
  const search = useSearch();
  const at = basketPlace(search.get('card'), basket, kind);
  const products = catalogue?.Products.filter(({ Kind }) => Kind === kind) ?? [];
  const [first] = products;
  if (catalogue && !first) return <Navigate to={paths.store()} replace />;
  return (
    <StoreFrame>
      {failure ? <LoadFailed failure={failure} onRetry={retry} isPage /> : null}
      {catalogue && first ? (
        <CardForm key={`${kind} ${at}`} catalogue={catalogue} products={products} first={first} at={at} />
      ) : failure ? null : (
        <SkeletonRows count={6} />
      )}
    </StoreFrame>
  );
}

/** The card of the basket to change, by its place from 1 in the address; null for a new one. */
function basketPlace(asked: string | null, basket: readonly BasketCard[], kind: StoreKind): number | null {
  const at = Number(asked) - 1;
  return asked !== null && basket[at]?.Kind === kind ? at : null;
}

type CardFormProps = {
  readonly catalogue: Catalogue;
  readonly products: readonly StoreProduct[];
  readonly first: StoreProduct;
  readonly at: number | null;
};

function CardForm({ catalogue, products, first, at }: CardFormProps) {
  const t = useTexts('store');
  const validation = useTexts('validation');
  const fieldTexts = useTexts('fields');
  const format = useFormat();
  const navigate = useNavigate();
  const basket = useBasket();
  const kind = first.Kind;
  const before = at === null ? undefined : basket[at];
  const service = useAddressService('AU');
  const initial = useMemo(() => initialValues(first, before), [first, before]);
  const [productId, setProductId] = useState(initial.product);
  const product = products.find(({ ProductId }) => String(ProductId) === productId) ?? first;
  const rules: CardRules = {
    product,
    today: catalogue.Today,
    lastGiftDay: catalogue.LastGiftDay,
    others: basket.filter((_, index) => index !== at).map(({ Amount }) => Math.round(Amount * 100)),
    maximumCards: catalogue.MaximumCards,
    maximumTotal: Math.round(catalogue.MaximumTotal * 100),
  };
  const withWay = <V extends Readonly<Record<CardFieldName, string>>>(values: V): V =>
    service ? values : { ...values, way: 'typed' };
  const form: Form<CardFieldName> = useForm({
    fields: byName(FIELD_NAMES, (name) => ({
      initial: initial[name],
      id: `store-${name}`,
      called: labelOf(t, name),
    })),
    rules: {
      check: (values) => checkCard(withWay(values), rules),
      submit: async (values) => {
        saveToBasket({ ...orderedCardOf(values, product), Kind: kind, typed: withWay(values) }, at);
        await navigate(paths.storePayment());
        return null;
      },
    },
    problemWords: (name, key) => {
      const limit = key === 'gtLimitAmount' ? product.MinimumAmount : product.MaximumAmount;
      if (key === 'tooManyCards') return t('basket.tooManyCards', { count: catalogue.MaximumCards });
      if (key === 'tooMuchMoney') return t('basket.tooMuchMoney', { total: format.money(catalogue.MaximumTotal) });
      if (key === 'day') return t('day.problem', { last: format.dateOf(catalogue.LastGiftDay) });
      if (fieldTexts.has(key)) return fieldTexts(key);
      return validation(key, { field: labelOf(t, name), amount: format.money(limit) });
    },
  });
  const isGift = form.values.whose === 'gift';
  const cents = amountInCents(form.values.amount);
  const shownAmount = cents === null || cents <= 0 ? '' : format.money(cents / 100);
  return (
    <div className="store-page">
      <FormPage
        title={t(`${kind}.title`)}
        back={{ to: at === null ? paths.store() : paths.storePayment(), link: Link }}
        form={form}
        className="store-form"
        before={
          <div className="store-stage on-hero">
            <Plastic card={product}>{shownAmount}</Plastic>
            {isGift ? <GiftPreview values={form.values} kind={kind} /> : <p>{t(`${kind}.delivery`)}</p>}
          </div>
        }
      >
        <div className="store-form__part">
          {products.length > 1 ? (
            <Segmented
              label={t('product.label')}
              options={products.map(({ ProductId, ProductName }) => ({ value: String(ProductId), label: ProductName }))}
              value={String(product.ProductId)}
              onChange={(value) => {
                setProductId(value);
                form.setValue('product', value);
              }}
            />
          ) : null}
          <AmountField
            {...form.field('amount')}
            label={t('amount.label')}
            hint={t('amount.hint', {
              from: format.money(product.MinimumAmount),
              to: format.money(product.MaximumAmount),
            })}
            minCents={Math.round(product.MinimumAmount * 100)}
            maxCents={Math.round(product.MaximumAmount * 100)}
            isLarge
          />
          <ChipRow isEven label={t('amount.quick')}>
            {product.SuggestedAmounts.map((amount) => (
              <Chip
                key={amount}
                isOn={cents === Math.round(amount * 100)}
                onPress={() => form.setValue('amount', amountText(Math.round(amount * 100)))}
              >
                {format.moneyParts(amount).whole}
              </Chip>
            ))}
          </ChipRow>
        </div>
        <section className="store-form__part store-form__part--ruled">
          <h2>{t('whose.title')}</h2>
          <Segmented
            label={t('whose.title')}
            options={[
              { value: 'gift', label: t('whose.gift') },
              { value: 'me', label: t('whose.me') },
            ]}
            value={isGift ? 'gift' : 'me'}
            onChange={(value) => form.setValue('whose', value)}
          />
          {isGift ? <GiftFields form={form} catalogue={catalogue} isVirtual={kind === 'virtual'} /> : null}
        </section>
        {kind === 'virtual' ? null : <DeliveryFields form={form} service={service} />}
        <SubmitButton form={form}>
          {t(`${at === null ? 'add' : 'save'}${shownAmount === '' ? '' : 'Of'}`, { amount: shownAmount })}
        </SubmitButton>
      </FormPage>
    </div>
  );
}

/** The gift as its recipient will see it. */
function GiftPreview({
  values,
  kind,
}: {
  readonly values: Readonly<Record<CardFieldName, string>>;
  readonly kind: StoreKind;
}) {
  const t = useTexts('store');
  const format = useFormat();
  const day = dayOf(values.day);
  const isLater = kind === 'virtual' && values.when === 'day' && day !== null;
  const from = isBlank(values.senderName) ? t('seen.somebody') : values.senderName;
  return (
    <>
      {isBlank(values.message) ? null : <blockquote>{values.message}</blockquote>}
      <p>{isLater ? t('seen.onDay', { from, day: format.dateOf(day) }) : t('seen.now', { from })}</p>
    </>
  );
}

function initialValues(product: StoreProduct, before: BasketCard | undefined): Readonly<Record<CardFieldName, string>> {
  const suggested = product.SuggestedAmounts.at(2) ?? product.SuggestedAmounts[0];
  return {
    ...byName(FIELD_NAMES, () => ''),
    product: String(product.ProductId),
    amount: suggested === undefined ? '' : amountText(Math.round(suggested * 100)),
    whose: product.Kind === 'virtual' ? 'gift' : 'me',
    when: 'now',
    way: 'search',
    country: 'AU',
    ...before?.typed,
  };
}

function labelOf(t: ReturnType<typeof useTexts>, name: CardFieldName): string {
  return t.has(`called.${name}`) ? t(`called.${name}`) : '';
}
