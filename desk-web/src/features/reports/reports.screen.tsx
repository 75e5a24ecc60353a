import { Select } from '@wattle/web/ui/fields/select.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useDefinition, useDefinitions } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Say } from '../../ui/say.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AllReports } from './all-reports.tsx';
import { ReportFigures } from './figures.tsx';
import { MonthEndPane } from './month-end-pane.tsx';
import { monthsBefore } from './months.ts';
import './reports.css';

/** Reports of the programme's money: the end of a month, and every report as a file. */
export function ReportsScreen() {
  const t = useTexts('deskReports');
  const format = useDeskFormat();
  const months = monthsBefore(format.dayOf(useNow()));
  const [chosen, setMonth] = useState<string>();
  const month = chosen ?? months[0] ?? '';
  const { commands } = useDefinitions();
  const mayRead = useDefinition('report')?.mayGive === true;
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        actions={
          mayRead ? (
            <div className="reports__month">
              <Select
                id="reports-month"
                name="month"
                label={t('month')}
                value={month}
                error={undefined}
                options={months.map((one) => ({ value: one, label: format.monthOf(one) }))}
                onValue={setMonth}
              />
            </div>
          ) : null
        }
      />
      {mayRead ? <Reports month={month} /> : commands ? <Say>{t('managers')}</Say> : null}
    </>
  );
}

function Reports({ month }: { readonly month: string }) {
  const end = useCommand('month-end', { month });
  return (
    <>
      <ReportFigures month={month} end={end} />
      <div className="cols">
        <div className="col-7 stack">
          <MonthEndPane key={month} month={month} end={end} />
        </div>
        <div className="col-5 stack">
          <AllReports month={month} />
        </div>
      </div>
    </>
  );
}
