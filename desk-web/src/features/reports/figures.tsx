import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { type Looked, useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';

const cents = (dollars: string | undefined) => Math.round(Number(dollars ?? 0) * 100);

type Tone = 'ok' | 'warn' | 'danger';
type FigureProps = {
  readonly label: string;
  readonly value: string;
  readonly note: string | undefined;
  readonly tone?: Tone | undefined;
};

function Figure({ label, value, note, tone }: FigureProps) {
  return (
    <section className="figure">
      <h2 className="figure__label">{label}</h2>
      <p className="figure__value">{value}</p>
      {note === undefined ? null : (
        <p className={tone ? `figure__note figure__note--${tone}` : 'figure__note'}>{note}</p>
      )}
    </section>
  );
}

type FiguresProps = { readonly month: string; readonly end: Looked<RowOf<'month-end'>> };

/** Money of cardholders and money at the bank at the end of a month, what lies between, and what is old in suspense. */
export function ReportFigures({ month, end }: FiguresProps) {
  const t = useTexts('deskReports');
  const format = useDeskFormat();
  const ages = useCommand('suspense-by-age', {});
  const waiting = end.failure ? '–' : '…';
  const line = (name: string) => end.rows?.find((row) => row.line === name);
  const held = line('cardholder');
  const statement = line('statement');
  const isStated = statement !== undefined && statement.amount !== '';
  const unexplained = line('unexplained');
  const old = ages.rows?.filter(({ isOld }) => isOld) ?? [];
  const count = old.reduce((sum, { lines }) => sum + lines, 0);
  const inSuspense = old.reduce((sum, { amount }) => sum + cents(amount), 0) / 100;
  const between = isStated ? (cents(statement.amount) - cents(held?.amount)) / 100 : undefined;
  return (
    <div className="pane reports__figures">
      <Figure
        label={t('figure.held')}
        value={held ? format.money(held.amount) : waiting}
        note={t('figure.heldNote', { month: format.monthOf(month) })}
      />
      <Figure
        label={t('figure.bank')}
        value={isStated ? format.money(statement.amount) : end.rows ? '–' : waiting}
        note={
          isStated
            ? t('figure.bankNote', { day: format.dateOf(`${statement.day}T02:00:00Z`) })
            : end.rows && t('figure.noStatement')
        }
        tone={end.rows && !isStated ? 'warn' : undefined}
      />
      <Figure
        label={t('figure.between')}
        value={between === undefined ? (end.rows ? '–' : waiting) : format.money(between)}
        note={
          between === undefined
            ? undefined
            : unexplained
              ? t('figure.unexplained', { amount: format.money(unexplained.amount) })
              : t('figure.explained')
        }
        tone={unexplained ? 'danger' : 'ok'}
      />
      <Figure
        label={t('figure.old')}
        value={ages.rows ? format.count(count) : ages.failure ? '–' : '…'}
        note={
          ages.rows && (count === 0 ? t('figure.noneOld') : t('figure.oldNote', { amount: format.money(inSuspense) }))
        }
        tone={count === 0 ? 'ok' : 'danger'}
      />
    </div>
  );
}
