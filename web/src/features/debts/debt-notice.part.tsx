import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getCardDetails } from '@wattle/contract/cards/home.ts';
import { Link } from '../../router/public.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { cardReferenceOf, useCards } from '../cards/public.ts';

type DebtNoticeProps = {
  readonly card: CardSummary;
  /** True above the top-up options, where the link to them is left out. */
  readonly isAtTopUp?: boolean;
};

/** Amount the card's account owes, its cause and how to settle it. Renders nothing when nothing is owed. */
export function DebtNotice({ card, isAtTopUp = false }: DebtNoticeProps) {
  const t = useTexts('debts');
  const format = useFormat();
  const isUser = useIsUser();
  const { Features, SupportPhoneNumber: phone } = useBrand();
  const { data } = useOperation(getCardDetails, { body: { Card: cardReferenceOf(card) } });
  const debt = data?.Debt;
  if (!debt) return null;
  const isUsable = card.IsReloadable && (card.CardStatus === 'Active' || card.CardStatus === 'ActiveOff');
  const canTopUp = isUser && isUsable && Features.topUp;
  return (
    <Banner tone="danger" title={t('title', { amount: format.money(debt.Amount) })}>
      <p>
        {t(`cause.${debt.Cause}`)} {t('effect')}
      </p>
      {isAtTopUp ? (
        <p>{t('settleHere')}</p>
      ) : canTopUp ? (
        <Link to={paths.topup()}>{t('settle')}</Link>
      ) : (
        <p>{t('call', { phone })}</p>
      )}
    </Banner>
  );
}

/** The notice for each account of the signed-in user. */
export function DebtNotices() {
  const { cards } = useCards();
  const accounts = new Map(cards.toReversed().map((card) => [card.AccountNumber, card]));
  return [...accounts.values()].map((card) => <DebtNotice key={card.AccountNumber} card={card} />);
}
