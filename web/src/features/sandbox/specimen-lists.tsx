import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Carousel } from '../../ui/carousel.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { MoreList } from '../../ui/pages/more-list.tsx';
import { ProgressBar } from '../../ui/charts/progress-bar.tsx';
import { Skeleton, SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { Steps } from '../../ui/pages/steps.tsx';
import { State } from './specimen.tsx';

export function Progress() {
  const t = useTexts('sandbox');
  const [value, setValue] = useState(0.64);
  return (
    <>
      <ProgressBar label={t('progress.statement')} value={value} done={t('progress.done')} />
      <Button small tone="line" onClick={() => setValue(1)}>
        {t('progress.finish')}
      </Button>
      <ProgressBar label={t('progress.sending')} value={null} />
      <Steps step={2} of={4} />
    </>
  );
}

export function Waiting() {
  const t = useTexts('sandbox');
  return (
    <>
      <State name={t('waiting.rows')}>
        <SkeletonRows count={3} />
      </State>
      <State name={t('waiting.amount')}>
        <Skeleton width="9rem" height="2.5rem" />
      </State>
    </>
  );
}

export function Empty() {
  const t = useTexts('sandbox');
  return (
    <EmptyState
      as="h4"
      picture={<AppIcon name="calendar" />}
      title={t('empty.none')}
      text={t('empty.text')}
      action={
        <Button small tone="tonal">
          {t('empty.action')}
        </Button>
      }
    />
  );
}

const TOTAL = 12;
const AT_A_TIME = 5;
/** Long enough that the button can be seen waiting. */
const FETCH_MS = 400;

/** The first try for more fails, so that this can be seen. */
export function GrowingList() {
  const t = useTexts('sandbox');
  const [shown, setShown] = useState(AT_A_TIME);
  const [state, setState] = useState<'first' | 'loading' | 'failed' | 'ready'>('first');
  const load = () => {
    setState('loading');
    window.setTimeout(() => {
      if (state === 'first') return setState('failed');
      setShown(Math.min(shown + AT_A_TIME, TOTAL));
      setState('ready');
    }, FETCH_MS);
  };
  return (
    <MoreList
      label={t('list.payees')}
      rows={Array.from({ length: shown }, (_, place) => place + 1)}
      keyOf={(row) => row}
      render={(row) => (
        <span className="specimen__payee">
          {t('list.payee', { number: row })}
          <Money dollars={row * -12.5} kind="out" />
        </span>
      )}
      total={TOTAL}
      isLoading={state === 'loading'}
      hasFailed={state === 'failed'}
      onMore={load}
    />
  );
}

const CARDS = ['everyday', 'online', 'travel', 'gift'] as const;

export function Cards() {
  const t = useTexts('sandbox');
  const [index, setIndex] = useState(0);
  return (
    <div className="specimen__carousel">
      <Carousel
        label={t('carousel.cards')}
        items={CARDS}
        keyOf={(card) => card}
        index={index}
        onSelect={(to) => setIndex((to + CARDS.length) % CARDS.length)}
        render={(card, isCurrent, select) => (
          <button
            type="button"
            className="specimen__card on-hero"
            aria-current={isCurrent || undefined}
            onClick={select}
          >
            <span>{t(`carousel.${card}`)}</span>
            {isCurrent ? <Badge tone="ok">{t('badges.active')}</Badge> : <Badge>{t('badges.ordered')}</Badge>}
          </button>
        )}
        previous={t('carousel.previous')}
        next={t('carousel.next')}
        position={
          <>
            <b>{t(`carousel.${CARDS[index] ?? 'everyday'}`)}</b> ·{' '}
            {t('carousel.position', { index: index + 1, count: CARDS.length })}
          </>
        }
      />
    </div>
  );
}
