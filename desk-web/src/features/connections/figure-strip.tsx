import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { type Connection, processorName, toLookAt } from './use-connections.ts';

type Figure = {
  readonly key: string;
  readonly value: number;
  readonly note: string;
  readonly tone?: 'ok' | 'danger' | undefined;
};

type StripProps = {
  readonly of: Connection;
  /** True: in a pane, whose border it shares. */
  readonly isWithin?: boolean;
};

/** Figures of the last 24 hours, and what waits. */
export function FigureStrip({ of, isWithin = false }: StripProps) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  const { asked, approved, declined, silent, late, lastLate, adopted, notUnderstood, unknownWords, last } = of;
  const waiting = toLookAt(of);
  const bad = (isBad: boolean) => (isBad ? ('danger' as const) : undefined);
  const figures: readonly Figure[] = [
    {
      key: 'asked',
      value: asked,
      note: last === '' ? t('last.none') : t('figure.last', { at: format.momentIn(last) }),
    },
    {
      key: 'answered',
      value: approved + declined,
      note: t('figure.approvedDeclined', { approved: format.count(approved), declined: format.count(declined) }),
      tone: approved + declined > 0 ? 'ok' : undefined,
    },
    {
      key: 'silent',
      value: silent + late,
      note:
        late > 0
          ? t('figure.late', { count: late, at: format.momentIn(lastLate), processor: processorName(of.processor) })
          : t(silent > 0 ? 'figure.silentNote' : 'figure.noSilence'),
      tone: bad(silent + late > 0),
    },
    { key: 'adopted', value: adopted, note: t('figure.adoptedNote') },
    {
      key: 'unmatched',
      value: waiting,
      note: t(waiting > 0 ? 'figure.unmatchedNote' : 'figure.noneUnmatched'),
      tone: bad(waiting > 0),
    },
    { key: 'notUnderstood', value: notUnderstood, note: t('figure.words', { count: unknownWords }) },
  ];
  return (
    <dl className={isWithin ? 'strip strip--within' : 'strip'}>
      {figures.map(({ key, value, note, tone }) => (
        <div key={key}>
          <dt>{t(`figure.${key}`)}</dt>
          <dd className="figure__value">{format.count(value)}</dd>
          <dd className={tone ? `figure__note figure__note--${tone}` : 'figure__note'}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
