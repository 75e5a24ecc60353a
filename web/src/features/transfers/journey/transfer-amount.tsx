import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { useOwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { amountText } from '../../../ui/fields/typed-amount.ts';
import { whenOf } from '../schedule/schedule.domain.ts';
import type { PaymentForm } from '../payment-method.ts';
import { LimitLeft } from './limit-left.tsx';
import type { Limits } from './use-limits.ts';

type TransferAmountProps = {
  readonly form: PaymentForm;
  readonly limits: Limits;
  /** Available cents on the card that pays. */
  readonly availableCents: number;
};

/** Field for the amount, with the available balance and the rest of the daily limit. */
export function TransferAmount({ form, limits, availableCents }: TransferAmountProps) {
  const t = useTexts('transfers');
  const owned = useOwnedMoney();
  const { amount } = form.values;
  const isNow = whenOf(form.values) === 'now';
  const all = amountText(availableCents);
  return (
    <section className="transfer__section" aria-label={t('what')}>
      <AmountField
        {...form.field('amount')}
        label={t('field.amount')}
        isLarge
        note={
          <span className="transfer__available">
            <span>{t('field.amountHint', { amount: owned(availableCents / 100) })}</span>
            {availableCents <= 0 || amount === all ? null : (
              <button type="button" className="transfer__retry" onClick={() => form.setValue('amount', all)}>
                {t('amount.all')}
              </button>
            )}
          </span>
        }
      />
      <LimitLeft limits={limits} cents={isNow ? amountInCents(amount) : null} />
    </section>
  );
}
