import './new-card.css';
import type { CardDetails } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { daysBetween } from '@wattle/contract/rules/dates.ts';
import { useNow } from '../../api/use-now.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/public.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Track, type TrackStep } from '../../ui/charts/track.tsx';
import { canReport } from '../cards/public.ts';

type Delivery = NonNullable<CardDetails['Delivery']>;
type NewCardProps = { readonly card: CardSummary; readonly delivery: Delivery };

/** Where an ordered card is, by when it arrives, and what to do if it does not. */
export function NewCard({ card, delivery }: NewCardProps) {
  const t = useTexts('newCard');
  const { state, line, steps } = useDelivery(delivery);
  return (
    <section className="new-card" aria-labelledby="new-card-title">
      <h2 id="new-card-title">{t('title')}</h2>
      <div className="panel new-card__panel">
        <div>
          <p className="new-card__state">{state}</p>
          <p>{line}</p>
        </div>
        <Track steps={steps} />
        {canReport(card) ? (
          <Link className={buttonClass({ tone: 'tonal', small: true })} to={`${paths.stopCard()}?why=lost`}>
            {t('notArrived')}
          </Link>
        ) : null}
      </div>
    </section>
  );
}

type Where = { readonly state: string; readonly line: string; readonly steps: readonly TrackStep[] };

function useDelivery({ OrderedOn, PostedOn, ArrivedOn, ArrivesBy }: Delivery): Where {
  const t = useTexts('newCard');
  const format = useFormat();
  const now = useNow();
  const inWords = (day: string) => format.dayInWords(day, now);
  const isLate = daysBetween(format.dayOf(now), ArrivesBy) < 0;
  const hasLeft = PostedOn !== null || ArrivedOn !== null;
  return {
    state: t(ArrivedOn !== null ? 'arrived' : hasLeft ? 'posted' : 'onItsWay'),
    line:
      ArrivedOn !== null
        ? t('arrivedOn', { day: inWords(ArrivedOn) })
        : t(isLate ? 'late' : 'by', { day: inWords(ArrivesBy) }),
    steps: [
      { title: t('step.ordered'), text: inWords(OrderedOn), is: 'done' },
      PostedOn === null
        ? { title: t('step.make'), is: hasLeft ? 'done' : 'now' }
        : { title: t('step.posted'), text: inWords(PostedOn), is: 'done' },
      { title: t('step.activate'), is: hasLeft ? 'now' : 'next' },
    ],
  };
}
