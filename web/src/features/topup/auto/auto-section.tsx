import './auto.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { AutoForm } from './auto-form.tsx';
import { SetUpStopped } from './set-up-stopped.tsx';
import { AutoTopupStatus } from './auto-topup-status.tsx';

/** Automatic top-up of a card's account: its status, or the set-up where there is none. */
export function AutoSection({ card }: { readonly card: CardSummary }) {
  const t = useTexts('topup');
  const { AccountNumber: memberNumber } = card;
  const { data, failure, refetch } = useOperation(getActiveAutoTopup, { query: { memberNumber } });
  if (failure) return <LoadFailed failure={failure} onRetry={refetch} />;
  if (!data) return <SkeletonRows count={4} />;
  if (data.AutoTopup) return <AutoTopupStatus memberNumber={memberNumber} all={data} topup={data.AutoTopup} />;
  if (!data.MayBeMade) return <p>{t('auto.notNow')}</p>;
  if (data.SetUpStopped) return <SetUpStopped stopped={data.SetUpStopped} />;
  return <AutoForm memberNumber={memberNumber} all={data} />;
}
