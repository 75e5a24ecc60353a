import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { WHEN, whenOf } from '../schedule/schedule.domain.ts';
import type { MethodDescriptor, PaymentForm } from '../payment-method.ts';
import { lazyPart } from '../../../missing-script/lazy-part.tsx';

const ScheduleFields = lazyPart(
  async () => (await import('../schedule/schedule-fields.part.tsx')).ScheduleFields,
  <SkeletonRows count={2} />,
);

type TransferWhenProps = {
  readonly form: PaymentForm;
  readonly method: MethodDescriptor;
  /** Each bill has its own reference, so it is not paid regularly. */
  readonly isVariable: boolean;
};

/** Choice of the date: now, on a later day, or regularly. */
export function TransferWhen({ form, method, isVariable }: TransferWhenProps) {
  const t = useTexts('transfers');
  const when = whenOf(form.values);
  const falls = isVariable && when === 'regular';
  const cents = amountInCents(form.values.amount);
  return (
    <>
      <Segmented
        label={t('when')}
        options={WHEN.filter((each) => !isVariable || each !== 'regular').map((value) => ({
          value,
          label: t(`when.${value}`),
        }))}
        value={when}
        onChange={(value) => form.setValue('schedule', value)}
      />
      {isVariable ? <p className="transfer__note">{t('when.variable')}</p> : null}
      {when === 'now' || falls ? null : (
        <ScheduleFields form={form} method={method} dollars={cents === null ? null : cents / 100} />
      )}
    </>
  );
}

/** Whether the brand has scheduled payments. */
export function useMaySchedule(): boolean {
  return useBrand().Features.scheduledPayments;
}
