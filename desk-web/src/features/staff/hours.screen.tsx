import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { StaffHead } from './staff-head.tsx';
import './staff.css';

/** When the phone of each brand is answered, and the holidays that bank files go by. */
export function HoursScreen() {
  return (
    <>
      <StaffHead place="hours" />
      <div className="stack">
        <HoursPane />
        <HolidaysPane />
      </div>
    </>
  );
}

function HoursPane() {
  const t = useTexts('deskStaff');
  const looked = useCommand('support-hours', {});
  const hours = (words: string, { weekdays, saturday, sunday }: RowOf<'support-hours'>) => {
    const isSaid = weekdays + saturday + sunday !== '';
    return words.replace('-', ' – ') || <span className="quiet">{isSaid ? t('hours.closed') : t('hours.unsaid')}</span>;
  };
  return (
    <Pane title={t('hours.title')} aside={t('hours.change')} isPadded={false}>
      <LookedPart of={looked} empty={t('hours.none')}>
        {(rows) => (
          <RowsTable
            label={t('hours.title')}
            rows={rows}
            keyOf={({ brand }) => brand}
            columns={[
              {
                key: 'brand',
                head: t('hours.brand'),
                render: ({ brand, name, timeZone }) => (
                  <>
                    <Link to={`/brands/${brand}`}>{name}</Link>
                    <span className="staff__sub">{t('hours.zone', { zone: cityOf(timeZone) })}</span>
                  </>
                ),
              },
              { key: 'phone', head: t('hours.phone'), isTight: true, render: ({ phone }) => phone },
              {
                key: 'weekdays',
                head: t('hours.weekdays'),
                isTight: true,
                render: (row) => hours(row.weekdays, row),
              },
              {
                key: 'saturday',
                head: t('hours.saturday'),
                isTight: true,
                render: (row) => hours(row.saturday, row),
              },
              { key: 'sunday', head: t('hours.sunday'), isTight: true, render: (row) => hours(row.sunday, row) },
            ]}
          />
        )}
      </LookedPart>
    </Pane>
  );
}

/** `Melbourne` from `Australia/Melbourne`. */
const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

function HolidaysPane() {
  const t = useTexts('deskStaff');
  const format = useDeskFormat();
  const present = Number(format.dayOf(useNow()).slice(0, 4));
  const [year, setYear] = useState(present);
  const looked = useCommand('holidays', { year: String(year) });
  const title = t('holidays.title', { year: String(year) });
  const way = (to: number) => ({ label: String(to), onPress: () => setYear(to) });
  return (
    <Pane title={title} isPadded={false}>
      <LookedPart of={looked} empty={t('holidays.none')}>
        {(rows) => (
          <RowsTable
            label={title}
            rows={rows}
            keyOf={({ day }) => day}
            columns={[
              {
                key: 'day',
                head: t('holidays.day'),
                isTight: true,
                render: ({ day }) => format.dayInWords(`${day}T06:00:00Z`),
              },
              { key: 'name', head: t('holidays.name'), render: ({ name }) => name },
              { key: 'states', head: t('holidays.states'), isTight: true, render: ({ states }) => states },
              {
                key: 'banks',
                head: t('holidays.banks'),
                isTight: true,
                render: ({ areBanksClosed }) =>
                  areBanksClosed ? <Tag tone="warn">{t('holidays.closed')}</Tag> : <Tag>{t('holidays.open')}</Tag>,
              },
            ]}
          />
        )}
      </LookedPart>
      <PageButtons before={way(year - 1)} next={way(year + 1)} />
      <p className="staff__note small quiet">{t('holidays.about')}</p>
    </Pane>
  );
}
