import './held-money.css';
import type { CardDetails } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useState } from 'react';
import { useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PENDING_ID, WAITING_ID } from '../transactions/recent.part.tsx';
import { type Held, useWeekdayAndTime } from './use-held.ts';
import { lazyPart } from '../../missing-script/lazy-part.tsx';

/** Asks for confirmation before a waiting payment is stopped. */
const StopHeld = lazyPart(async () => {
  const [{ StopHeld: Part }] = await Promise.all([import('../schedules/stop-held.part.tsx'), loadTexts(['schedules'])]);
  return Part;
});

/** Moves to a heading of the list below. */
function goTo(id: string): void {
  document.getElementById(id)?.focus();
}

type HeldMoneyProps = { readonly card: CardSummary; readonly details: CardDetails; readonly held: Held };

/** Held money, which is not available: pending purchases and waiting payments. */
export function HeldMoney({ card, details, held }: HeldMoneyProps) {
  const t = useTexts('cards');
  const owned = useOwnedMoney();
  const { pending, purchaseCents, payments } = held;
  const amount = owned(details.HeldBalance);
  // The amount is emphasised at its position in the sentence, which depends on the language.
  const [before, after] = t('home.held', { amount }).split(amount);
  if (details.HeldBalance === 0) return <p className="held__none">{t('home.nothingHeld')}</p>;
  return (
    <details className="held">
      <summary className="held__summary">
        <Icon name="clock" size="s" />
        <span className="figures">
          {before}
          <b>{amount}</b>
          {after}
        </span>
        <AppIcon name="down" size="s" />
      </summary>
      <ul className="held__parts">
        {purchaseCents > 0 ? (
          <li className="held__part">
            <span>
              <span className="held__what">{t('held.purchases')}</span>
              <span className="held__how">{pending === null ? null : t('held.pending', { count: pending })}</span>
            </span>
            <b className="figures">{owned(purchaseCents / 100)}</b>
            {pending === null || pending === 0 ? null : (
              <button type="button" className="held__way" onClick={() => goTo(PENDING_ID)}>
                {t('held.see')}
                <span className="visually-hidden"> {t('held.seePending')}</span>
              </button>
            )}
          </li>
        ) : null}
        {payments.length > 0 ? <Waiting card={card} held={held} /> : null}
      </ul>
    </details>
  );
}

/** A single waiting payment can be stopped here. Several are listed below, each with its own page. */
function Waiting({ card, held: { payments, paymentCents } }: Omit<HeldMoneyProps, 'details'>) {
  const t = useTexts('cards');
  const owned = useOwnedMoney();
  const untilOf = useWeekdayAndTime();
  const [isStopping, setStopping] = useState(false);
  const one = payments.length === 1 ? payments[0] : undefined;
  return (
    <li className="held__part">
      <span>
        <span className="held__what">{t('held.payments')}</span>
        <span className="held__how">
          {one
            ? t('held.until', { name: one.accountName, until: untilOf(one.heldUntil ?? '') })
            : t('held.count', { count: payments.length })}
        </span>
      </span>
      <b className="figures">{owned(paymentCents / 100)}</b>
      {one ? (
        <button type="button" className="held__way" onClick={() => setStopping(true)}>
          {t('held.stop')}
          <span className="visually-hidden"> {t('held.stopWhich', { name: one.accountName })}</span>
        </button>
      ) : (
        <button type="button" className="held__way" onClick={() => goTo(WAITING_ID)}>
          {t('held.see')}
          <span className="visually-hidden"> {t('held.seeWaiting')}</span>
        </button>
      )}
      {one && isStopping ? (
        <StopHeld payment={one} accountNumber={card.AccountNumber} onClose={() => setStopping(false)} />
      ) : null}
    </li>
  );
}
