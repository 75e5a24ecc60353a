import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import type { AutoTopupOf } from './auto-fields.ts';

/** A change of the bank account is not possible now: the reason, and the date until which it lasts. */
export function SetUpStopped({ stopped }: { readonly stopped: NonNullable<AutoTopupOf['SetUpStopped']> }) {
  const t = useTexts('topup');
  const format = useFormat();
  const { For, Until } = stopped;
  return (
    <Banner tone="warning" title={t('auto.stopped.title')}>
      {t(`auto.stopped.${For}`, { date: format.dateOf(Until), time: format.timeOf(Until) })}
    </Banner>
  );
}
