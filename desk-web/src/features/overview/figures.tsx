import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type Looked, useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { EVERY_MS } from './every.ts';
import type { ReactNode } from 'react';

type FigureProps = {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly tone?: 'ok' | 'warn' | 'danger' | undefined;
};

/** One number of the programme with what it means. */
function Figure({ label, value, note, tone }: FigureProps) {
  return (
    <section className="pane figure">
      <h2 className="figure__label">{label}</h2>
      <p className="figure__value">{value}</p>
      {note ? <p className={tone ? `figure__note figure__note--${tone}` : 'figure__note'}>{note}</p> : null}
    </section>
  );
}

/** Placeholder of a number that failed to load, or is not loaded yet. */
const missing = ({ failure }: Looked<unknown>) => (failure ? '–' : '…');

/** Numbers of the programme today. One that can't be looked up shows a dash, and the others stay. */
export function Figures() {
  const figures = [MoneyHeld, PurchasesToday, SignedIn, NextBankFile, Suspense, BooksVerified];
  return (
    <div className="cols cols--even">
      {figures.map((One) => (
        <div key={One.name} className="col-tile">
          <One />
        </div>
      ))}
    </div>
  );
}

function MoneyHeld() {
  const t = useTexts('deskOverview');
  const format = useDeskFormat();
  const looked = useCommand('money-held', {}, { everyMs: EVERY_MS });
  const [held] = looked.rows ?? [];
  const isKnown = held !== undefined && held.until !== '';
  const agrees = isKnown && Number(held.unexplained) === 0;
  return (
    <Figure
      label={t('figure.held')}
      value={held ? format.money(held.cardholders) : looked.rows ? format.money(0) : missing(looked)}
      tone={isKnown ? (agrees ? 'ok' : 'danger') : undefined}
      note={
        !isKnown
          ? looked.rows && t('figure.noStatement')
          : agrees
            ? t('figure.agrees', { day: format.dateOf(held.until) })
            : t('figure.differs', { amount: format.money(held.unexplained) })
      }
    />
  );
}

function PurchasesToday() {
  const t = useTexts('deskOverview');
  const format = useDeskFormat();
  const looked = useCommand('purchases-today', {}, { everyMs: EVERY_MS });
  const [today] = looked.rows ?? [];
  const parts = today && [
    format.money(today.approved),
    ...(today.declined === '' ? [] : [t('figure.declined', { share: today.declined })]),
    ...(today.usuallyDeclined === '' ? [] : [t('figure.usual', { share: today.usuallyDeclined })]),
  ];
  return (
    <Figure
      label={t('figure.purchases')}
      value={today ? format.count(today.purchases) : looked.rows ? '0' : missing(looked)}
      note={parts?.join(' · ')}
    />
  );
}

function SignedIn() {
  const t = useTexts('deskOverview');
  const format = useDeskFormat();
  const looked = useCommand('sign-ins-today', {}, { everyMs: EVERY_MS });
  const [today] = looked.rows ?? [];
  const { by = '', peopleBy = 0, usualBy = '' } = today ?? {};
  return (
    <Figure
      label={t('figure.signedIn')}
      value={today ? format.count(today.people) : looked.rows ? '0' : missing(looked)}
      note={
        by === ''
          ? undefined
          : t(usualBy === '' ? 'figure.signedInBy' : 'figure.signedInUsual', {
              at: format.timeOf(by),
              count: format.count(peopleBy),
              usual: format.count(Number(usualBy)),
            })
      }
    />
  );
}

function BooksVerified() {
  const t = useTexts('deskOverview');
  const format = useDeskFormat();
  const looked = useCommand('running', {}, { everyMs: EVERY_MS });
  const run = looked.rows?.find(({ part }) => part === 'verify');
  const isKnown = run !== undefined && run.state !== 'none';
  return (
    <Figure
      label={t('figure.verified')}
      value={isKnown ? format.momentOf(run.at) : looked.rows ? t('figure.never') : missing(looked)}
      tone={isKnown ? (run.state === 'ok' ? 'ok' : 'danger') : 'warn'}
      note={
        isKnown
          ? t(`figure.verify.${run.state}`, { count: run.count, by: run.by })
          : looked.rows && t('figure.verify.none')
      }
    />
  );
}

function NextBankFile() {
  const t = useTexts('deskOverview');
  const format = useDeskFormat();
  const looked = useCommand('next-bank-files', {}, { everyMs: EVERY_MS });
  const next = looked.rows?.toSorted((one, other) => one.closes.localeCompare(other.closes))[0];
  return (
    <Figure
      label={t('figure.file')}
      value={next ? format.timeOf(next.closes) : looked.rows ? t('figure.noFile') : missing(looked)}
      note={
        next &&
        t('figure.fileNote', {
          day: format.dateOf(next.day),
          count: next.payments,
          amount: format.money(next.amount),
        })
      }
    />
  );
}

function Suspense() {
  const t = useTexts('deskOverview');
  const format = useDeskFormat();
  const looked = useCommand('suspense', {}, { everyMs: EVERY_MS });
  const total = (looked.rows ?? []).reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  return (
    <Figure
      label={t('figure.suspense')}
      value={looked.rows ? `${looked.rows.length}${looked.hasMore ? '+' : ''}` : missing(looked)}
      note={looked.rows && t('figure.suspenseNote', { amount: format.money(total / 100) })}
    />
  );
}
