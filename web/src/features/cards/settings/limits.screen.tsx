import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { changePaymentLimit, changeSpendLimit, getSpendLimits } from '@wattle/contract/cards/settings.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { EditSection, type OpenSection, useOpenSection } from '../../../journey/edit-section.tsx';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { cardReferenceOf } from '../cards.domain.ts';
import { DayMeter } from './day-meter.tsx';
import { type Managed, SettingPage } from './setting-page.part.tsx';
import { offers } from './settings.domain.ts';
import { savingBy, useRefetchCards } from './use-saved.ts';

/** On the wire: the product's own limit. */
const PRODUCT_DEFAULT = '-1';

/** Spending limits of the card and the daily payment limit of the account. */
export function LimitsScreen() {
  const t = useTexts('settings');
  return (
    <SettingPage
      title={t('limits.title')}
      isOffered={(managed) => offers.spendLimit(managed) || offers.paymentLimit(managed)}
    >
      {(managed) => <LimitSections {...managed} />}
    </SettingPage>
  );
}

function LimitSections(managed: Managed) {
  const section = useOpenSection();
  return (
    <>
      {offers.spendLimit(managed) ? <SpendLimit {...managed} section={section} /> : null}
      {offers.paymentLimit(managed) ? <PaymentLimit {...managed} section={section} /> : null}
    </>
  );
}

type SectionProps = Managed & { readonly section: OpenSection };

function SpendLimit({ card, details, section }: SectionProps) {
  const t = useTexts('settings');
  const format = useFormat();
  const refetch = useRefetchCards();
  const list = useOperation(getSpendLimits, { body: { Card: cardReferenceOf(card) } });
  const wordsOf = (limit: string) => {
    if (limit !== PRODUCT_DEFAULT) return format.money(Number(limit));
    const { ProductSpendLimit: most } = details;
    return most === null ? t('spendLimit.noneByDefault') : t('spendLimit.byDefault', { amount: format.money(most) });
  };
  const fields = { limit: { label: t('spendLimit.label'), called: t('spendLimit.called'), shown: wordsOf } };
  const rules = operationRules(fields, {
    operation: changeSpendLimit,
    body: ({ limit }) => ({ Card: cardReferenceOf(card), NewSpendLimit: Number(limit) }),
    names: { NewSpendLimit: 'limit' },
    onDone: refetch,
  });
  const limit = details.SpendLimit === -1 ? details.ProductSpendLimit : details.SpendLimit;
  return (
    <div className="panel">
      {limit === null ? null : (
        <div className="setting-page__panel">
          <DayMeter
            used={details.SpentToday}
            limit={limit}
            usedWords={t('day.spent', { amount: format.money(details.SpentToday) })}
          />
        </div>
      )}
      <EditSection
        section={section}
        id="spend-limit"
        title={t('spendLimit.section')}
        rows={[{ term: t('spendLimit.label'), value: wordsOf(String(details.SpendLimit)) }]}
        saved={{ limit: String(details.SpendLimit) }}
        fields={fields}
        check={rules.check}
        save={savingBy(rules)}
        asksFirst
        action={t('spendLimit.save')}
      >
        {(form) => {
          if (list.failure) return <LoadFailed failure={list.failure} onRetry={list.refetch} />;
          if (!list.data) return <SkeletonRows count={2} />;
          const chosen = form.field('limit');
          const choices = [...list.data.PaymentLimits.map(String), PRODUCT_DEFAULT];
          return (
            <>
              <div className="limit-choice" role="group" aria-label={t('spendLimit.label')}>
                {choices.map((choice) => (
                  <button
                    key={choice}
                    type="button"
                    className="limit-choice__one"
                    aria-pressed={chosen.value === choice}
                    // A second press on the chosen amount selects the product's own limit.
                    onClick={() => chosen.onValue(chosen.value === choice ? PRODUCT_DEFAULT : choice)}
                  >
                    {choice === PRODUCT_DEFAULT
                      ? t('spendLimit.default')
                      : format.money(Number(choice)).replace('.00', '')}
                  </button>
                ))}
              </div>
              <p className="limit-choice__note">{wordsOf(PRODUCT_DEFAULT)}</p>
            </>
          );
        }}
      </EditSection>
    </div>
  );
}

const MOST_DOLLARS = 99_999;

/** Whole dollars of a typed amount; null for one with cents and for any other text. */
function wholeDollars(typed: string): number | null {
  const dollars = (amountInCents(typed) ?? Number.NaN) / 100;
  return Number.isInteger(dollars) && dollars <= MOST_DOLLARS ? dollars : null;
}

function PaymentLimit({ card, details, section }: SectionProps) {
  const t = useTexts('settings');
  const validation = useTexts('validation');
  const format = useFormat();
  const refetch = useRefetchCards();
  const { AccountPaymentLimit: limit, ProductPaymentLimit: most } = details;
  const shown = (typed: string) => {
    const dollars = wholeDollars(typed);
    return dollars === null ? typed : format.money(dollars);
  };
  const fields = { limit: { label: t('paymentLimit.label'), called: t('paymentLimit.called'), shown } };
  const rules = operationRules(fields, {
    operation: changePaymentLimit,
    body: ({ limit: typed }) => ({
      CardSummary: cardReferenceOf(card),
      NewPaymentLimit: wholeDollars(typed) ?? Number.NaN,
    }),
    names: { NewPaymentLimit: 'limit' },
    also: ({ limit: typed }) => {
      const dollars = wholeDollars(typed);
      if (dollars === null) return { limit: 'errorPaymentLimitInvalid' };
      return most !== null && dollars > most ? { limit: 'errorPaymentLimitAmount' } : {};
    },
    onDone: refetch,
  });
  const saved = limit === null ? '' : String(Math.floor(limit));
  const wordsOf = (dollars: number | null): string => {
    if (dollars === null) return t('paymentLimit.none');
    const amount = format.money(dollars);
    return card.IsAccountPaymentLimitSet ? amount : t('paymentLimit.products', { amount });
  };
  return (
    <div className="panel">
      {limit === null ? null : (
        <div className="setting-page__panel">
          <DayMeter
            used={details.PaidToday}
            limit={limit}
            usedWords={t('day.paid', { amount: format.money(details.PaidToday) })}
          />
        </div>
      )}
      <EditSection
        section={section}
        id="payment-limit"
        title={t('paymentLimit.section')}
        hint={most === null ? t('paymentLimit.hint') : t('paymentLimit.hintUpTo', { amount: format.money(most) })}
        rows={[{ term: t('paymentLimit.label'), value: wordsOf(limit) }]}
        saved={{ limit: saved }}
        fields={fields}
        check={rules.check}
        save={savingBy(rules)}
        problemWords={(_, key) => validation(key, { field: t('paymentLimit.called'), amount: format.money(most ?? 0) })}
        asksFirst
        action={t('paymentLimit.save')}
      >
        {(form) => <AmountField {...form.field('limit')} label={t('paymentLimit.inDollars')} />}
      </EditSection>
    </div>
  );
}
