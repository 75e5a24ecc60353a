import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { EVERY_MS } from './use-complaints.ts';

type FigureProps = {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly tone?: 'ok' | 'danger';
};

function Figure({ label, value, note, tone }: FigureProps) {
  return (
    <section className="pane figure">
      <h2 className="figure__label">{label}</h2>
      <p className="figure__value">{value}</p>
      <p className={tone ? `figure__note figure__note--${tone}` : 'figure__note'}>{note}</p>
    </section>
  );
}

/** Counts of complaints: what waits, what was in time within 12 months, and what AFCA has. */
export function ComplaintFigures() {
  const t = useTexts('deskComplaints');
  const { count } = useDeskFormat();
  const { rows, failure } = useCommand('complaint-figures', {}, { everyMs: 2 * EVERY_MS });
  const [row] = rows ?? [];
  if (!row) return failure ? null : <div className="complaints__figures" aria-busy="true" />;
  const inTime = (of: number, all: number) => ({
    value: all === 0 ? '–' : `${Math.floor((100 * of) / all)}%`,
    note: all === 0 ? t('figure.none') : t('figure.inTime', { of: count(of), all: count(all) }),
    ...(all > 0 && { tone: of === all ? ('ok' as const) : ('danger' as const) }),
  });
  return (
    <div className="complaints__figures">
      <Figure
        label={t('figure.open')}
        value={count(row.open)}
        note={row.overdue === 0 ? t('figure.noneOverdue') : t('figure.overdue', { count: count(row.overdue) })}
        tone={row.overdue === 0 ? 'ok' : 'danger'}
      />
      <Figure label={t('figure.acknowledged')} {...inTime(row.acknowledgedInTime, row.acknowledged)} />
      <Figure label={t('figure.answered')} {...inTime(row.answeredInTime, row.answered)} />
      <Figure label={t('figure.afca')} value={count(row.afca)} note={t('figure.afcaNote')} />
    </div>
  );
}
