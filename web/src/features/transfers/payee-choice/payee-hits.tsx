import { kindOfPayId } from '@wattle/contract/rules/pay-id.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { KeyboardEventHandler, ReactNode } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { cardWords } from '../../cards/public.ts';
import { MethodPicture } from '../payees/method-picture.tsx';
import { PayeePicture } from '../payees/payee-picture.part.tsx';
import { type Listed, numberOf, numbersShown } from '../payees/payees.domain.ts';
import { numbersIn } from '../journey/transfer.domain.ts';
import type { ReadHit } from './use-hits.ts';

/** Two cards that overlap, for a payment between them. */
export const BETWEEN =
  'M8 6.5h10A2.5 2.5 0 0 1 20.5 9v6.5M6 9.5h8.5A2.5 2.5 0 0 1 17 12v5a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 17v-5A2.5 2.5 0 0 1 6 9.5zM3.5 13H17';

type HitProps = { readonly onChoose: () => void; readonly onKeyDown: KeyboardEventHandler };

type RowProps = HitProps & {
  readonly picture: ReactNode;
  readonly title: string;
  readonly detail: string;
  readonly amount?: string | undefined;
  /** Word for a press, in place of the arrow. */
  readonly action?: string;
};

function Row({ picture, title, detail, amount, action, onChoose, onKeyDown }: RowProps) {
  return (
    <button type="button" className="payee-choice__entry" onClick={onChoose} onKeyDown={onKeyDown}>
      {picture}
      <span className="payee-choice__who">
        <b>{title}</b>
        <span className="payee-choice__quiet">{detail}</span>
      </span>
      {amount === undefined ? null : <span className="payee-choice__quiet">{amount}</span>}
      {action === undefined ? <Icon name="next" size="s" /> : <span className="payee-search__find">{action}</span>}
    </button>
  );
}

/** A saved person or biller. */
export function SavedHit({ payee, ...props }: HitProps & { readonly payee: Listed }) {
  const format = useFormat();
  const { LastPaidAmount: dollars } = payee;
  return (
    <Row
      {...props}
      picture={<PayeePicture name={payee.DestinationAccountName} isBiller={payee.method.pays === 'billers'} />}
      title={payee.DestinationAccountName}
      detail={numberOf(payee)}
      amount={dollars === null ? undefined : format.money(dollars)}
    />
  );
}

/** A card of another account of one's own. */
export function OwnHit({ card, ...props }: HitProps & { readonly card: CardSummary }) {
  const t = useTexts('transfers');
  return (
    <Row
      {...props}
      picture={<MethodPicture shape={BETWEEN} pays="people" />}
      title={cardWords(card)}
      detail={t('own.title')}
    />
  );
}

/** A new payee, with the bank or biller of its number, or what is wrong with it. */
export function ReadPayeeHit({ method, values, lookUp, ...props }: HitProps & ReadHit) {
  const t = useTexts('transfers');
  const validation = useTexts('validation');
  const numbers = numbersShown(method, ...numbersIn(method, values));
  const [, number] = numbersIn(method, values);
  if (method.isFoundFirst) {
    return (
      <Row
        {...props}
        picture={<MethodPicture {...method} />}
        title={numbers}
        detail={t(`payId.kind.${kindOfPayId(number)}`)}
        action={t('payId.find')}
      />
    );
  }
  const [problem] = Object.values(lookUp.problems);
  const isNamed = method.isNamedByLookUp && lookUp.name !== '';
  const known = method.isNamedByLookUp ? numbers : lookUp.name || t(`new.${method.name}.how`);
  const detail = [values.name, problem === undefined ? known : validation(problem)].filter((part) => part !== '');
  return (
    <Row
      {...props}
      picture={<MethodPicture {...method} />}
      title={isNamed ? lookUp.name : method.isNamedByLookUp ? t(`new.${method.name}`) : numbers}
      detail={detail.join(' · ')}
    />
  );
}
