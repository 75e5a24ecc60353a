import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { useOwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { amountText } from '../../../ui/fields/typed-amount.ts';
import { whenOf } from '../schedule/schedule.domain.ts';
import { centsFrom } from '../cents-from.ts';
import type { LookUp, MethodDescriptor, PaymentForm } from '../payment-method.ts';
import { hasDayLimit, LimitLeft } from './limit-left.tsx';
import { mostCents } from './most-to-send.domain.ts';
import { payeePlanOf, typedIn } from './transfer.domain.ts';
import type { Limits } from './use-limits.ts';
import { useRoom } from './use-room.ts';

type TransferAmountProps = {
  readonly form: PaymentForm;
  readonly method: MethodDescriptor;
  readonly limits: Limits;
  readonly lookUp: LookUp;
  /** Available cents on the card that pays. */
  readonly availableCents: number;
};

/** Field for the amount, with the available balance and the rest of the daily limit. */
export function TransferAmount({ form, method, limits, lookUp, availableCents }: TransferAmountProps) {
  const t = useTexts('transfers');
  const owned = useOwnedMoney();
  const { amount } = form.values;
  const isNow = whenOf(form.values) === 'now';
  const isOwn = payeePlanOf(form.values) === 'own';
  const roomCents = useRoom(isOwn ? typedIn(form.values, method.number.field) : null);
  const purpose = limits.purposes.find(({ id }) => String(id) === form.values.purpose);
  const most = mostCents(
    {
      availableCents,
      leftTodayCents: centsFrom(limits.today),
      dayLimitCents: centsFrom(limits.day),
      leftForPurposeCents: centsFrom(purpose?.left),
      payeeMostCents: lookUp.mostCents,
      roomCents,
    },
    isNow,
  );
  const all = amountText(most);
  const fill =
    most === 0 || amount === all ? null : (
      <button type="button" className="transfer__retry" onClick={() => form.setValue('amount', all)}>
        {t(most === availableCents ? 'amount.all' : 'amount.most')}
      </button>
    );
  const isLimited = hasDayLimit(limits);
  return (
    <section className="transfer__section" aria-label={t('what')}>
      <AmountField
        {...form.field('amount')}
        label={t('field.amount')}
        isLarge
        note={
          isLimited ? null : (
            <span className="transfer__available">
              <span>{t('field.amountHint', { amount: owned(availableCents / 100) })}</span>
              {fill}
            </span>
          )
        }
      />
      <LimitLeft limits={limits} cents={isNow ? amountInCents(amount) : null} fill={fill} />
    </section>
  );
}
