import './auto.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { SetUpAutoTopup } from '../pay-to/pay-to-form.tsx';
import { SetUpStopped } from './set-up-stopped.tsx';
import { AnyStatus } from './any-status.tsx';

/** Automatic top-up of a card's account: its status, or the set-up where there is none. */
export function AutoSection({ card }: { readonly card: CardSummary }) {
  const t = useTexts('topup');
  const { AccountNumber: memberNumber } = card;
  const { data, failure, refetch } = useOperation(getActiveAutoTopup, { query: { memberNumber } });
  if (failure) return <LoadFailed failure={failure} onRetry={refetch} />;
  if (!data) return <SkeletonRows count={4} />;
  if (data.AutoTopup) return <AnyStatus memberNumber={memberNumber} all={data} topup={data.AutoTopup} />;
  if (!data.MayBeMade) return <p>{t('auto.notNow')}</p>;
  if (data.SetUpStopped) return <SetUpStopped stopped={data.SetUpStopped} />;
  return <SetUpAutoTopup memberNumber={memberNumber} all={data} />;
}
