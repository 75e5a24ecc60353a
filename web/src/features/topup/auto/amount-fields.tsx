import { largestTrigger, LEAST_TRIGGER } from '@wattle/contract/rules/auto-topup-amounts.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { type AmountName, type AutoTopupOf, boundsOf, dollarsOf, mostOf, type Part } from './auto-fields.ts';

type Props = { readonly form: Part<AmountName>; readonly all: AutoTopupOf };

/** Its trigger and its amount. */
export function AmountFields({ form, all }: Props) {
  const t = useTexts('topup');
  const format = useFormat();
  const trigger = dollarsOf(form.values.trigger);
  const mostTrigger = largestTrigger(boundsOf(all));
  const least = Math.max(all.MinimumLoad, Number.isNaN(trigger) ? 0 : trigger);
  const most = mostOf(all, form.values.trigger);
  const stepCents = Math.round(all.Step * 100);
  const range = (from: number, to: number) => t('auto.range', { least: format.money(from), most: format.money(to) });
  return (
    <>
      <AmountField
        {...form.field('trigger')}
        label={t('auto.trigger')}
        hint={range(LEAST_TRIGGER, mostTrigger)}
        stepCents={stepCents}
        minCents={0}
        maxCents={Math.round(mostTrigger * 100)}
      />
      <AmountField
        {...form.field('amount')}
        label={t('auto.amount')}
        hint={range(least, Math.max(least, most))}
        stepCents={stepCents}
        minCents={Math.round(all.MinimumLoad * 100)}
        maxCents={Math.round(all.MaximumLoad * 100)}
      />
    </>
  );
}
