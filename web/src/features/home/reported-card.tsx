import './reported-card.css';
import type { CardDetails } from '@wattle/contract/cards/home.ts';
import { getCardReplacementFee } from '@wattle/contract/cards/replace.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { daysBetween } from '@wattle/contract/rules/dates.ts';
import { useNow } from '../../api/use-now.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useIsUser } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Track, type TrackStep } from '../../ui/charts/track.tsx';
import { inOneLine } from '../../ui/fields/address-draft.ts';
import { cardReferenceOf, endingOf, feeFor, inGroups } from '../cards/public.ts';

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
  const { SupportPhoneNumber: phone } = useBrand();
  const state = stateOf(card);
  const canOrder = useIsUser() && (details?.CanReplaceLost ?? false);
  const reported = useReportedStep(state, details);
  const order = useOrderStep(card, canOrder);
  const steps: readonly TrackStep[] = [
    ...(reported ? [reported] : []),
    {
      title: t('cancelled', { ending: endingOf(card.MaskedCardNumber) }),
      text: t(card.IsVirtualCard ? 'cancelled.number' : 'cancelled.text'),
      is: 'done',
    },
    ...(order ? [order, ...(card.IsVirtualCard ? [] : [{ title: t('arrives'), is: 'next' } as const])] : []),
  ];
  return (
    <section className="reported" aria-labelledby="reported-title">
      <h2 id="reported-title">{t('what')}</h2>
      <div className="panel reported__steps">
        <Track steps={steps} />
      </div>
      {card.IsVirtualCard ? null : <Banner title={t('found')}>{t(canOrder ? 'found.textNew' : 'found.text')}</Banner>}
      <Banner tone="warning" title={t('notMe')}>
        {t('notMe.text', { phone })}
      </Banner>
    </section>
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

/** The order with its fee and its address; null where no new card can be ordered. */
function useOrderStep(card: CardSummary, canOrder: boolean): TrackStep | null {
  const t = useTexts('reported');
  const format = useFormat();
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
  return {
    title: t('order'),
    text: fee === '' || address === '' ? fee : t('order.to', { fee, address }),
    is: 'now',
  };
}
