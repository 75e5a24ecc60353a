import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Pane } from '../../ui/pane.tsx';
import { Timeline, type TimelineDay } from '../../ui/timeline.tsx';
import { EventMore } from './event-more.tsx';
import { type EventRow, useEventWords } from './event-words.tsx';
import type { Act } from './use-person.ts';

const KINDS = ['all', 'card', 'money', 'signIn', 'message', 'staff'] as const;
type Kind = (typeof KINDS)[number];

type PersonTimelineProps = {
  readonly person: string;
  readonly onAct: (act: Act) => void;
  /** The only kind that is shown, without filters. */
  readonly only?: 'money';
};

/** Timeline of a person, newest first, filtered by kind if one is chosen. */
export function PersonTimeline({ person, only, onAct }: PersonTimelineProps) {
  const t = useTexts('deskPeople');
  const [kind, setKind] = useState<Kind>(only ?? 'all');
  /** Start positions of the pages after the first. */
  const [places, setPlaces] = useState<readonly string[]>([]);
  const choose = (next: Kind) => {
    setKind(next);
    setPlaces([]);
  };
  const after = places.at(-1);
  const looked = useCommand('timeline', {
    person,
    ...(kind !== 'all' && { kind }),
    ...(after !== undefined && { after }),
  });
  const oldest = looked.rows?.at(-1)?.place;
  return (
    <>
      {only ? null : (
        <div className="chips" role="group" aria-label={t('filter')}>
          {KINDS.map((one) => (
            <button key={one} type="button" aria-pressed={one === kind} onClick={() => choose(one)}>
              {t(`kind.${one}`)}
            </button>
          ))}
        </div>
      )}
      <Pane title={t(only ? 'part.payments' : 'part.timeline')} isPadded={false}>
        <LookedPart of={looked} empty={t('none.events')}>
          {(rows) => <Days rows={rows} person={person} onAct={onAct} />}
        </LookedPart>
        <PageButtons
          before={places.length > 0 && { label: t('newer'), onPress: () => setPlaces(places.slice(0, -1)) }}
          next={
            looked.hasMore &&
            oldest !== undefined && {
              label: t('older'),
              onPress: () => setPlaces([...places, oldest]),
              isBusy: looked.isLooking,
            }
          }
        />
      </Pane>
    </>
  );
}

type DaysProps = Pick<PersonTimelineProps, 'person' | 'onAct'> & { readonly rows: readonly EventRow[] };

function Days({ rows, person, onAct }: DaysProps) {
  const format = useDeskFormat();
  const wordsOf = useEventWords();
  const days: { key: string; words: string; events: TimelineDay['events'][number][] }[] = [];
  for (const row of rows) {
    const key = format.dayOf(row.at);
    if (days.at(-1)?.key !== key) days.push({ key, words: format.dayInWords(row.at), events: [] });
    days.at(-1)?.events.push({
      key: row.place,
      time: format.timeOf(row.at),
      ...wordsOf(row),
      more: <EventMore row={row} person={person} onAct={onAct} />,
    });
  }
  return <Timeline days={days} />;
}
