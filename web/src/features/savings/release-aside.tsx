import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { returnFundStatus } from '@wattle/contract/returns/returns.ts';
import { getSavingsGoals, releaseSavings } from '@wattle/contract/savings/savings.ts';
import { getRemainingExternalTransferLimitDetails } from '@wattle/contract/transfers/limits.ts';
import { useAction } from '../../api/use-operation.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { useFormat } from '../../i18n/format.ts';
import { useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toasts.ts';

const STALE = [getSavingsGoals, getCards, getCardDetails, returnFundStatus, getRemainingExternalTransferLimitDetails];

type ReleaseAsideProps = {
  readonly card: CardSummary;
  /** Dollars that the payment needs. */
  readonly dollars: number;
  /** Words of the button: `releaseAndPay` where the payment follows. */
  readonly actionWords?: 'release' | 'releaseAndPay';
  readonly onReleased?: () => void;
};

const centsOf = (dollars: number) => Math.round(dollars * 100);

/** Releases with one press what a payment needs of what is kept aside. Nothing where it needs nothing, or more. */
export function ReleaseAside({ card, dollars, actionWords = 'release', onReleased }: ReleaseAsideProps) {
  const t = useTexts('savings');
  const wordsOf = useErrorTexts();
  const format = useFormat();
  const owned = useOwnedMoney();
  const needed = centsOf(dollars) - centsOf(card.AvailableAccountBalance);
  const amount = format.money(needed / 100);
  const release = useAction(releaseSavings, {
    invalidates: STALE,
    onSuccess: () => {
      showToast({ text: t('released', { amount }) });
      onReleased?.();
    },
  });
  if (needed <= 0 || needed > centsOf(card.KeptAside)) return null;
  return (
    <Banner role="note" title={t('keptAside', { amount: owned(card.KeptAside) })}>
      <span className="release-aside">{t('needed', { amount })}</span>
      <Button
        wide
        tone="tonal"
        busy={release.isPending}
        onClick={() => release.run({ body: { accountNumber: card.AccountNumber, AmountLeft: dollars } })}
      >
        {t(actionWords, { amount })}
      </Button>
      {release.failure ? <span role="alert">{wordsOf(wordsKeyOf(release.failure))}</span> : null}
    </Banner>
  );
}
