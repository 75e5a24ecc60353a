import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import type { AutoTopupOf } from './auto-fields.ts';

/** No other bank account is taken for now: why, and until when. */
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
