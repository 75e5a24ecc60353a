import './reported-card.css';
import type { CardDetails } from '@wattle/contract/cards/home.ts';
import { getCardReplacementFee } from '@wattle/contract/cards/replace.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import type { ReactNode } from 'react';
import { daysBetween } from '@wattle/contract/rules/dates.ts';
import { useNow } from '../../api/use-now.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/public.ts';
import { useIsUser } from '../../session/session.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Track, type TrackStep } from '../../ui/charts/track.tsx';
import { inOneLine } from '../../ui/fields/address-draft.ts';
import { Icon } from '../../ui/icon.tsx';
import {
  canPay,
  canSwitch,
  cardReferenceOf,
  cardWords,
  chooseCard,
  endingOf,
  feeFor,
  inGroups,
  keyOfCard,
  useCards,
} from '../cards/public.ts';
import { useScheduledCount } from './use-scheduled-count.ts';

type ReportedProps = { readonly card: CardSummary; readonly details: CardDetails | undefined };

/** A virtual card is cancelled, any other is lost or stolen. */
function stateOf({ CardStatus, IsVirtualCard }: CardSummary): 'cancelled' | 'lost' | 'stolen' {
  if (IsVirtualCard) return 'cancelled';
  return CardStatus === 'Stolen' ? 'stolen' : 'lost';
}

/** State of a reported card and when it was reported, in place of the greeting. */
export function ReportedHeading({ card, details }: ReportedProps) {
  const t = useTexts('reported');
  const format = useFormat();
  const now = useNow();
  const state = stateOf(card);
  const report = details?.Report ?? null;
  const days = report && daysBetween(format.dayOf(report.At), format.dayOf(now));
  const day = days === 0 ? t('day.today') : days === 1 ? t('day.yesterday') : null;
  return (
    <>
      <h1 className="home-hero__hello reported-title">
        {report === null
          ? t(`title.${state}`)
          : t(`title.${state}.at`, { day: day ?? t('day.other', { date: format.dateOf(report.At) }) })}
      </h1>
      <p className="reported-lead">
        {report === null ? t('lead') : t(`lead.${report.By}`, { time: format.timeOf(report.At) })}
      </p>
    </>
  );
}

/** The steps of a report: what was done, and how a new card is ordered. */
export function ReportedCard({ card, details }: ReportedProps) {
  const t = useTexts('reported');
  const state = stateOf(card);
  const canOrder = useIsUser() && (details?.CanReplaceLost ?? false);
  const reported = useReportedStep(state, details);
  const order = useOrder(card, canOrder);
  const steps: readonly TrackStep[] = [
    ...(reported ? [reported] : []),
    {
      title: t('cancelled', { ending: endingOf(card.MaskedCardNumber) }),
      text: t(card.IsVirtualCard ? 'cancelled.number' : 'cancelled.text'),
      is: 'done',
    },
    ...(order?.steps ?? []),
  ];
  return (
    <section className="reported" aria-labelledby="reported-title">
      <h2 id="reported-title">{t('what')}</h2>
      <div className="panel reported__steps">
        <Track steps={steps} />
      </div>
    </section>
  );
}

/** Uses of the account that need no card, and the ways on after a report that was a mistake. */
export function StillWorks({ card, details }: ReportedProps) {
  const t = useTexts('reported');
  const { SupportPhoneNumber: phone } = useBrand();
  const canOrder = useIsUser() && (details?.CanReplaceLost ?? false);
  return (
    <div className="reported">
      <WhatGoesOn card={card} canOrder={canOrder} />
      {card.IsVirtualCard ? null : <Banner title={t('found')}>{t(canOrder ? 'found.textNew' : 'found.text')}</Banner>}
      <Banner tone="warning" title={t('notMe')}>
        {t('notMe.text', { phone })}
      </Banner>
    </div>
  );
}

/**
 * Other cards of the account work on. Paying needs one of them, and so does a scheduled payment until a new card is
 * ordered; deposits need none.
 */
function WhatGoesOn({ card, canOrder }: { readonly card: CardSummary; readonly canOrder: boolean }) {
  const t = useTexts('reported');
  const others = useCards().cards.filter((one) => one.AccountNumber === card.AccountNumber && canSwitch(one));
  const scheduled = useScheduledCount(card);
  const payer = others.find(canPay);
  const goesOn = scheduled > 0 && payer !== undefined;
  const takesMoney = [card, ...others].some((one) => one.AllowBankTransferTopUp);
  const waits = scheduled > 0 && payer === undefined;
  return (
    <>
      {takesMoney || others.length > 0 ? (
        <section className="reported" aria-labelledby="reported-still">
          <h2 id="reported-still">{t('still')}</h2>
          <ul className="panel reported__still">
            {others.map((one) => (
              <StillRow
                key={keyOfCard(one)}
                icon={<Icon name="card" />}
                title={cardWords(one)}
                text={t('still.card')}
              />
            ))}
            {payer ? (
              <StillRow
                icon={<AppIcon name="transfer" />}
                title={t('still.pay')}
                text={t('still.payFrom', { card: cardWords(payer) })}
                to={paths.fundsTransfer()}
                onPress={() => chooseCard(keyOfCard(payer))}
              />
            ) : null}
            {takesMoney ? (
              <StillRow icon={<AppIcon name="moneyIn" />} title={t('still.in')} text={t('still.inText')} />
            ) : null}
            {goesOn ? (
              <StillRow
                icon={<AppIcon name="calendar" />}
                title={t('still.scheduled')}
                text={t('still.scheduledText', { count: scheduled })}
                to={paths.scheduledPayments()}
              />
            ) : null}
          </ul>
        </section>
      ) : null}
      {waits ? (
        <Banner tone="warning" title={t('waiting', { count: scheduled })}>
          <p>{t(canOrder ? 'waiting.text' : 'waiting.none')}</p>
          <p>
            <Link to={paths.scheduledPayments()}>{t('waiting.see')}</Link>
          </p>
        </Banner>
      ) : null}
    </>
  );
}

type StillRowProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly to?: string;
  readonly onPress?: () => void;
};

function StillRow({ icon, title, text, to, onPress }: StillRowProps) {
  const words = (
    <>
      {icon}
      <span className="reported__words">
        <span className="reported__title">{title}</span>
        <span className="reported__text">{text}</span>
      </span>
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <div className="reported__row">{words}</div>
      ) : (
        <Link className="reported__row" to={to} onClick={onPress}>
          {words}
          <Icon name="next" size="s" />
        </Link>
      )}
    </li>
  );
}

function useReportedStep(state: string, details: CardDetails | undefined): TrackStep | null {
  const t = useTexts('reported');
  const format = useFormat();
  const now = useNow();
  if (!details?.Report) return null;
  const { By, At, ReferenceNumber } = details.Report;
  return {
    title: t(`step.${By}.${state}`),
    text: t('when', {
      day: format.relativeDay(At, now),
      time: format.timeOf(At),
      reference: inGroups(ReferenceNumber),
    }),
    is: 'done',
  };
}

/** The order with its fee and its address, and when the card arrives; null where no new card can be ordered. */
function useOrder(card: CardSummary, canOrder: boolean): { readonly steps: readonly TrackStep[] } | null {
  const t = useTexts('reported');
  const format = useFormat();
  const now = useNow();
  const fees = useOperation(
    getCardReplacementFee,
    { body: { Card: cardReferenceOf(card) } },
    { isEnabled: canOrder },
  ).data;
  const person = useOperation(getPersonalDetails, {}, { isEnabled: canOrder && !card.IsVirtualCard }).data;
  if (!canOrder) return null;
  const dollars = fees && feeFor(card.CardStatus === 'Stolen' ? 'stolen' : 'lost', fees);
  const fee = dollars === undefined ? '' : dollars === 0 ? t('order.free') : format.money(dollars);
  const address = person ? inOneLine(person.CorrespondenceAddress ?? person.Address) : '';
  const order: TrackStep = {
    title: t('order'),
    text: fee === '' || address === '' ? fee : t('order.to', { fee, address }),
    is: 'now',
  };
  if (card.IsVirtualCard) return { steps: [order] };
  const by = fees?.ArrivesBy ? { text: t('arrives.by', { day: format.dayInWords(fees.ArrivesBy, now) }) } : {};
  return { steps: [order, { title: t('arrives'), is: 'next', ...by }] };
}
