import { lazy, Suspense, useEffect } from 'react';
import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { WHEN, whenOf } from '../schedule/schedule.domain.ts';
import type { MethodDescriptor, PaymentForm } from '../payment-method.ts';

const SchedulePart = lazy(async () => ({ default: (await import('../schedule/schedule-part.tsx')).SchedulePart }));

type TransferWhenProps = {
  readonly form: PaymentForm;
  readonly method: MethodDescriptor;
  /** Each bill has a reference of its own, so it is not paid regularly. */
  readonly isVariable: boolean;
};

/** Now, on a later day, or regularly; at a brand without scheduled payments now alone. */
export function TransferWhen({ form, method, isVariable }: TransferWhenProps) {
  const t = useTexts('transfers');
  const when = whenOf(form.values);
  const { scheduledPayments: maySchedule } = useBrand().Features;
  const falls = maySchedule ? isVariable && when === 'regular' : when !== 'now';
  useEffect(() => {
    if (falls) form.setValue('schedule', 'now');
  });
  const cents = amountInCents(form.values.amount);
  if (!maySchedule) return null;
  return (
    <section className="transfer__section" id="schedule" tabIndex={-1} aria-labelledby="transfer-when">
      <h2 className="transfer__head" id="transfer-when">
        {t('when')}
      </h2>
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
        <Suspense fallback={<SkeletonRows count={2} />}>
          <SchedulePart
            form={form}
            leavesProgramme={method.facts.leavesProgramme}
            dollars={cents === null ? null : cents / 100}
          />
        </Suspense>
      )}
    </section>
  );
}
