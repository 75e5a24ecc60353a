import type { AutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import type { AutoTopupOf } from './auto-fields.ts';

/** Condition that an automatic top-up below its trigger waits for. */
export function WaitsForNotice({ all, topup }: { readonly all: AutoTopupOf; readonly topup: AutoTopup }) {
  const t = useTexts('topup');
  const format = useFormat();
  if (topup.waitsFor === null) return null;
  return (
    <Banner tone="warning" title={t(`auto.waitsFor.${topup.waitsFor}.title`)}>
      {t(`auto.waitsFor.${topup.waitsFor}.text`, {
        amount: format.money(topup.amount),
        maximum: format.money(all.MaximumBalance),
      })}
    </Banner>
  );
}
