import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { Checkbox } from '@wattle/web/ui/fields/checkbox.tsx';
import { Field } from '@wattle/web/ui/fields/field.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type SubmitEvent, useId, useState } from 'react';
import type { InputOf, RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { saveCsv } from '../../ui/save-file.ts';
import { EventsHead } from './events-head.tsx';
import './events.css';

type Line = RowOf<'audit-log'>;
type Wanted = Omit<InputOf<'audit-log'>, 'before'>;

const COLUMNS = ['line', 'at', 'actor', 'name', 'action', 'object', 'outcome', 'request', 'details'] as const;

/** The audit log with its filters. What is shown can be saved for a spreadsheet. */
export function AuditScreen() {
  const t = useTexts('deskEvents');
  const format = useDeskFormat();
  const [wanted, setWanted] = useState<Wanted>({});
  /** The last lines of the pages before. */
  const [places, setPlaces] = useState<readonly string[]>([]);
  const before = places.at(-1);
  const looked = useCommand('audit-log', { ...wanted, ...(before !== undefined && { before }) });
  const oldest = looked.rows?.at(-1)?.line;
  const choose = (next: Wanted) => {
    setWanted(next);
    setPlaces([]);
  };
  const save = () =>
    saveCsv('audit-log.csv', [[...COLUMNS], ...(looked.rows ?? []).map((row) => COLUMNS.map((name) => row[name]))]);
  return (
    <>
      <EventsHead
        place="audit"
        actions={
          looked.rows && looked.rows.length > 0 ? (
            <Button tone="line" onClick={save}>
              {t('audit.export')}
            </Button>
          ) : null
        }
      />
      <AuditFilters onWanted={choose} />
      <Pane title={t('audit.title')} isPadded={false}>
        <LookedPart of={looked} empty={t('audit.none')}>
          {(rows) => (
            <RowsTable<Line>
              label={t('audit.title')}
              rows={rows}
              keyOf={({ line }) => line}
              columns={[
                { key: 'at', head: t('column.when'), isTight: true, render: ({ at }) => format.momentOf(at) },
                {
                  key: 'actor',
                  head: t('column.actor'),
                  render: ({ actor, name }) => (
                    <>
                      {name === '' ? actor : name}
                      {name === '' ? null : <span className="events__sub mono">{actor}</span>}
                    </>
                  ),
                },
                {
                  key: 'action',
                  head: t('column.action'),
                  render: ({ action }) => <span className="mono">{action}</span>,
                },
                {
                  key: 'object',
                  head: t('column.object'),
                  render: ({ object }) => <span className="mono">{object}</span>,
                },
                { key: 'outcome', head: t('column.outcome'), isTight: true, render: ({ outcome }) => outcome },
                {
                  key: 'details',
                  head: t('column.details'),
                  render: ({ details }) => <span className="events__details mono small">{details}</span>,
                },
              ]}
            />
          )}
        </LookedPart>
        <PageButtons
          before={places.length > 0 && { label: t('pages.before'), onPress: () => setPlaces(places.slice(0, -1)) }}
          next={
            looked.hasMore &&
            oldest !== undefined && { label: t('pages.next'), onPress: () => setPlaces([...places, oldest]) }
          }
        />
      </Pane>
    </>
  );
}

const FIELDS = ['actor', 'action', 'object'] as const;

function AuditFilters({ onWanted }: { readonly onWanted: (wanted: Wanted) => void }) {
  const t = useTexts('deskEvents');
  const id = useId();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isRefused, setRefused] = useState(false);
  const [withLooks, setLooks] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)));
    onWanted({ ...filled, ...(isRefused && { refused: true }), ...(withLooks && { looks: true }) });
  };
  return (
    <form className="events__filters" noValidate onSubmit={submit}>
      {FIELDS.map((name) => (
        <Field
          key={name}
          id={`${id}-${name}`}
          name={name}
          label={t(`audit.${name}`)}
          hint={t(`audit.${name}.hint`)}
          value={values[name] ?? ''}
          error={undefined}
          autoComplete="off"
          spellCheck={false}
          isNoLogin
          onValue={(value) => setValues((known) => ({ ...known, [name]: value }))}
        />
      ))}
      <Checkbox id={`${id}-refused`} label={t('audit.refused')} isChecked={isRefused} onChange={setRefused} />
      <Checkbox id={`${id}-looks`} label={t('audit.looks')} isChecked={withLooks} onChange={setLooks} />
      <Button type="submit" tone="line">
        {t('audit.look')}
      </Button>
    </form>
  );
}
