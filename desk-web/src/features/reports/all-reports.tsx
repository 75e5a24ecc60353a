import { dayOf } from '@wattle/contract/rules/typed-date.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { DateField } from '@wattle/web/ui/fields/date-field.tsx';
import { Select } from '@wattle/web/ui/fields/select.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type ReactNode, useState } from 'react';
import type { InputOf, RowOf } from '../../calls/commands.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { Pane } from '../../ui/pane.tsx';
import { Say } from '../../ui/say.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useSavedFile } from '../../ui/use-saved-file.tsx';
import { dayBefore, taxYearsBefore } from './months.ts';

type ReportName = InputOf<'report'>['report'];
type Format = 'xlsx' | 'csv' | 'pdf';

const FORMATS = ['xlsx', 'csv', 'pdf'] as const;

/** Reports with what each is made of: a day, a month, the last tax year, or now. */
const REPORTS: readonly (readonly [ReportName, 'day' | 'month' | 'year' | 'now'])[] = [
  ['trial-balance', 'day'],
  ['journal', 'day'],
  ['float', 'day'],
  ['fees', 'month'],
  ['interest', 'year'],
  ['suspense', 'now'],
  ['month-end', 'month'],
  ['breakage', 'month'],
];

/** Every report as a file, and what its figures were compared with. */
export function AllReports({ month }: { readonly month: string }) {
  const t = useTexts('deskReports');
  const format = useDeskFormat();
  const today = format.dayOf(useNow());
  const [chosen, setDay] = useState<string>();
  const day = chosen ?? dayBefore(today);
  const years = taxYearsBefore(today);
  const [chosenYear, setYear] = useState<string>();
  const year = chosenYear ?? years[0] ?? '';
  const [making, setMaking] = useState('');
  const [saved, setSaved] = useState<RowOf<'report'>>();
  const report = useSavedFile('report');
  const complaints = useSavedFile('complaint-report');
  const save = async (name: ReportName, of: (typeof REPORTS)[number][1], as: Format) => {
    setMaking(`${name} ${as}`);
    setSaved(undefined);
    // A day that is not one is sent as it is, and refused by name.
    const period = of === 'day' ? (dayOf(day) ?? day) : of === 'month' ? month : of === 'year' ? year : undefined;
    setSaved(await report.save({ report: name, format: as, ...(period !== undefined && { period }) }));
    setMaking('');
  };
  return (
    <Pane title={t('all.title')} isPadded={false}>
      <div className="reports__day">
        <DateField id="reports-day" label={t('day')} value={day} onValue={setDay} today={today} />
        <Select
          id="reports-year"
          name="year"
          label={t('year')}
          value={year}
          options={years.map((one) => ({ value: one, label: one.replace('-', '–') }))}
          onValue={setYear}
        />
      </div>
      {(report.failure ?? complaints.failure) ? (
        <div className="reports__news">
          {report.failure}
          {complaints.failure}
        </div>
      ) : null}
      {saved ? (
        <div className="reports__news">
          <Say tone={saved.agrees ? 'ok' : 'warn'} isNews>
            {t('all.saved', { name: saved.name, finding: saved.finding })}
          </Say>
        </div>
      ) : null}
      <ul className="reports__list">
        {REPORTS.map(([name, of]) => (
          <ReportLine key={name} name={name} made={t(`made.${of}`)}>
            {FORMATS.map((as) => (
              <SaveButton
                key={as}
                report={t(`report.${name}`)}
                as={as}
                isBusy={making === `${name} ${as}`}
                onSave={() => void save(name, of, as)}
              />
            ))}
          </ReportLine>
        ))}
        <ReportLine name="complaints" made={t('made.span')}>
          <SaveButton
            report={t('report.complaints')}
            as="csv"
            isBusy={false}
            onSave={() =>
              void complaints.save({ from: `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`, to: today })
            }
          />
        </ReportLine>
      </ul>
    </Pane>
  );
}

type LineProps = { readonly name: string; readonly made: string; readonly children: ReactNode };

function ReportLine({ name, made, children }: LineProps) {
  const t = useTexts('deskReports');
  return (
    <li>
      <div>
        <p className="strong">{t(`report.${name}`)}</p>
        <p className="small quiet">{t(`report.${name}.text`)}</p>
      </div>
      <span className="small">{made}</span>
      <div className="reports__files">{children}</div>
    </li>
  );
}

type SaveProps = {
  readonly report: string;
  readonly as: Format;
  readonly isBusy: boolean;
  readonly onSave: () => void;
};

function SaveButton({ report, as, isBusy, onSave }: SaveProps) {
  const t = useTexts('deskReports');
  return (
    <Button
      tone="line"
      small
      busy={isBusy}
      aria-label={t('all.save', { report, format: t(`format.${as}`) })}
      onClick={onSave}
    >
      {t(`format.${as}`)}
    </Button>
  );
}
