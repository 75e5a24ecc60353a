import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getTopupDetails } from '@wattle/contract/topup/topup.ts';
import { Link } from '../../router/public.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { canTopUp } from '../cards/public.ts';

type Props = { readonly card: CardSummary };

function useOptions(card: CardSummary) {
  const isUser = useIsUser();
  const body = { accountNumber: card.AccountNumber };
  return useOperation(getTopupDetails, { body }, { isEnabled: isUser && canTopUp(card) });
}

/** The first thing on card home, so that its options of top-up are asked for before everything else of a card. */
export function TopupOptions({ card }: Props) {
  useOptions(card);
  return null;
}

/** On card home: a top-up that has begun, until it has come. */
export function TopupOnItsWay({ card }: Props) {
  const t = useTexts('cards');
  const format = useFormat();
  const coming = useOptions(card).data?.OnItsWay ?? 0;
  if (coming === 0) return null;
  return (
    <Banner title={t('topupComing.title', { amount: format.money(coming) })}>
      {t('topupComing.text')} <Link to={paths.topup()}>{t('topupComing.look')}</Link>
    </Banner>
  );
}
