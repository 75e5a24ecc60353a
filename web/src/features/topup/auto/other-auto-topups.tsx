import './auto.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { useAutoAccounts } from './auto-accounts.part.tsx';
import { AnyStatus } from './any-status.tsx';

type Props = {
  readonly cards: readonly CardSummary[];
  readonly selected: CardSummary | null;
  /** The ways to top up the selected card include the automatic top-up of its account. */
  readonly isAmongWays: boolean;
};

/**
 * Automatic top-ups without a link among the ways to top up: that of the selected card's account where it is not
 * offered, and those of accounts without a card in the list.
 */
export function OtherAutoTopups({ cards, selected, isAmongWays }: Props) {
  const accounts = useAutoAccounts().filter((number) =>
    number === selected?.AccountNumber ? !isAmongWays : !cards.some(({ AccountNumber }) => AccountNumber === number),
  );
  return accounts.map((number) => <OfAccount key={number} memberNumber={number} />);
}

function OfAccount({ memberNumber }: { readonly memberNumber: string }) {
  const t = useTexts('topup');
  const { data: all, failure, refetch } = useOperation(getActiveAutoTopup, { query: { memberNumber } });
  return (
    <section>
      <h2>{t('auto.ofAccount', { account: memberNumber })}</h2>
      {all?.AutoTopup ? <AnyStatus memberNumber={memberNumber} all={all} topup={all.AutoTopup} /> : null}
      {failure ? <LoadFailed failure={failure} onRetry={refetch} /> : null}
      {all || failure ? null : <SkeletonRows count={4} />}
    </section>
  );
}
