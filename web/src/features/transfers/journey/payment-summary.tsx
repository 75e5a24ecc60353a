import './payment-summary.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { ReactNode } from 'react';
import { OwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Money } from '../../../ui/money.tsx';
import { methodsOf } from '../methods.ts';
import { PayeePicture } from '../payees/payee-picture.part.tsx';
import type { MethodDescriptor } from '../payment-method.ts';

type PaymentSummaryProps = {
  readonly card: CardSummary;
  readonly method: MethodDescriptor;
  /** Payee with bank or biller; empty while it is not known. */
  readonly to: { readonly name: string; readonly detail: string };
  /** Cents of one payment; null while the amount is missing or wrong. */
  readonly cents: number | null;
  /** Whether the money leaves the card today. */
  readonly isNow: boolean;
  /** The day on which it arrives, in words; empty while it is not known. */
  readonly arrival: string;
  /** The button and links. */
  readonly children: ReactNode;
};

/** Summary of the form: beside it on a desktop; shorter and at its end on a phone. */
export function PaymentSummary({ card, method, to, cents, isNow, arrival, children }: PaymentSummaryProps) {
  const t = useTexts('transfers');
  const available = card.AvailableAccountBalance;
  const after = Math.round(available * 100) - (cents ?? 0);
  return (
    <section className="payment-summary" aria-label={t('summary')}>
      <div className="payment-summary__route">
        <p className="payment-summary__amount">
          <Money dollars={(cents ?? 0) / 100} />
        </p>
        <p className="payment-summary__party">
          {card.CardThumbnail === null ? null : <img src={card.CardThumbnail} alt="" width="44" height="28" />}
          <b>{card.CardName}</b>
        </p>
        {to.name === '' ? null : (
          <div className="payment-summary__party">
            <PayeePicture name={to.name} isBiller={method.pays === 'billers'} />
            <span>
              <b>{to.name}</b>
              {to.detail === '' || to.detail === to.name ? null : (
                <span className="payment-summary__detail">{to.detail}</span>
              )}
            </span>
          </div>
        )}
      </div>
      <p className="payment-summary__arrival" role="status">
        {arrival}
      </p>
      <dl className="payment-summary__rows">
        {methodsOf(card).length === 1 ? (
          <div className="transfer__kind">
            <dt>{t('kind')}</dt>
            <dd>{t(`kind.${method.name}`)}</dd>
          </div>
        ) : null}
        <div className="payment-summary__sum">
          <dt>{t(isNow ? 'summary.after' : 'summary.today')}</dt>
          <dd>
            <OwnedMoney dollars={isNow ? after / 100 : available} />
          </dd>
        </div>
      </dl>
      <div className="transfer__actions">{children}</div>
    </section>
  );
}
