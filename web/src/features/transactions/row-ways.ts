import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { type Texts, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import type { ButtonTone } from '../../ui/button.tsx';
import { canSwitch, canTopUp, endingOf, keyOfCard, useCards } from '../cards/public.ts';
import type { Explained } from './transactions.domain.ts';

/** A page that helps. */
export type Way = {
  readonly to: string;
  readonly words: string;
  readonly tone: ButtonTone;
  /** Key of the card that the page is to be about. */
  readonly card?: string;
};

type Facts = {
  /** The caller's own card that the row was made with. */
  readonly card: CardSummary | undefined;
  /** Another card of the caller that can pay it. */
  readonly other: CardSummary | undefined;
  readonly isUser: boolean;
  readonly t: Texts;
};

/** Pages that help with a row, the most useful one first. */
export function useWays(row: Transaction, explained: Explained): readonly Way[] {
  const t = useTexts('transactions');
  const isUser = useIsUser();
  const { cards, selected } = useCards();
  const card = cards.find(
    ({ AccountNumber, MaskedCardNumber }) =>
      AccountNumber === selected?.AccountNumber && endingOf(MaskedCardNumber) === row.CardEnding,
  );
  const other = cards.find((one) => one !== card && canPay(one, row));
  const facts: Facts = { card, other, isUser, t };
  switch (explained) {
    case 'part':
      return topUp(facts);
    case 'heldMore':
      return [{ to: paths.contactUs(), words: t('parts.held.help'), tone: 'text' }];
    case 'coming':
      return row.ExpectedOn === null ? contact(facts) : [];
    case 'declined':
      return afterDecline(row, facts);
    case 'lapsed':
      return [];
    case 'tookMore':
      return isUser && row.Sequence !== null
        ? [{ to: paths.dispute(String(row.Sequence)), words: t('parts.tip.do'), tone: 'text' }]
        : [];
  }
}

/** A terminal takes no virtual card. */
function canPay(card: CardSummary, { Amount, Channel }: Transaction): boolean {
  const isRemote = Channel === 'online' || Channel === 'manual';
  return (
    card.CardStatus === 'Active' &&
    card.AvailableAccountBalance >= Math.abs(Amount) &&
    (isRemote || !card.IsVirtualCard)
  );
}

function afterDecline({ DeclineReason: reason }: Transaction, facts: Facts): readonly Way[] {
  const { card, isUser, t } = facts;
  const canSet = isUser && card !== undefined && canSwitch(card);
  switch (reason) {
    case 'overLimit':
      return [...(canSet ? [wayOf(paths.spendLimit(), t('parts.decl.do'), 'main', card)] : []), ...payWithOther(facts)];
    case 'cardOff':
      return card?.CardStatus === 'ActiveOff' ? [wayOf(paths.cardHome(), t('parts.off.do'), 'main', card)] : [];
    case 'noFunds':
      return [...topUp(facts), ...payWithOther(facts)];
    case 'keptAside':
      return card?.CanKeepAside ? [wayOf(paths.savings(), t('parts.kept.do'), 'main', card)] : [];
    case 'channelOff':
    case 'categoryRefused':
      return canSet ? [wayOf(paths.cardControls(), t('parts.controls.do'), 'tonal', card)] : [];
    case 'cardBlocked':
    case 'pinLocked':
    case 'elsewhere':
    case 'other':
      return contact(facts);
    default:
      return [];
  }
}

function topUp({ card, isUser, t }: Facts): readonly Way[] {
  return isUser && card !== undefined && canTopUp(card) ? [wayOf(paths.topup(), t('parts.topup'), 'tonal', card)] : [];
}

function payWithOther({ other, t }: Facts): readonly Way[] {
  if (other === undefined) return [];
  return [wayOf(paths.cardHome(), t('parts.decl.other', { card: other.CardName }), 'text', other)];
}

function contact({ t }: Facts): readonly Way[] {
  return [{ to: paths.contactUs(), words: t('parts.contact.do'), tone: 'text' }];
}

function wayOf(to: string, words: string, tone: ButtonTone, card: CardSummary): Way {
  return { to, words, tone, card: keyOfCard(card) };
}
