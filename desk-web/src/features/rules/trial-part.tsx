import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { personLink } from '../../ui/person-link.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import type { Trial, Version } from './use-rules.ts';

type Example = RowOf<'rule-examples'>;

/** While a trial is computed it is asked for this often. */
const WAITING_MS = 2_000;
const COMPUTED_MS = 60_000;

/** Trial of a version: figures, examples and days. */
export function TrialPart({ of: { rule, version, state } }: { readonly of: Version }) {
  const t = useTexts('deskRules');
  const [isComputed, setComputed] = useState(false);
  const given = { rule, version: String(version) };
  const looked = useCommand('rule-trial', given, { everyMs: isComputed ? COMPUTED_MS : WAITING_MS });
  const [trial] = looked.rows ?? [];
  if (trial !== undefined && !isComputed) setComputed(true);
  if (state === 'draft') return <p className="looked__none">{t('trial.none')}</p>;
  return (
    <LookedPart of={looked} empty={t(state === 'trial' ? 'trial.computing' : 'trial.none')}>
      {([one]) =>
        one ? (
          <>
            <Figures of={one} />
            <div className="cols">
              <div className="col-8 stack">
                <ExamplesPane given={given} />
              </div>
              <div className="col-4 stack">
                <DaysPane given={given} of={one} />
              </div>
            </div>
          </>
        ) : null
      }
    </LookedPart>
  );
}

function Figures({ of }: { readonly of: Trial }) {
  const t = useTexts('deskRules');
  const format = useDeskFormat();
  const { purchases, touched, touchedAmount, share, people, fraud, fraudTouched, fraudAmount, ...rest } = of;
  const caught = fraud === 0 ? '–' : `${Math.round((fraudTouched / fraud) * 100)}%`;
  const figures = [
    ['looked', format.count(purchases), t('figure.days', { from: format.dateOf(of.from), to: format.dateOf(of.to) })],
    ['touched', format.count(touched), t('figure.share', { share, amount: format.money(touchedAmount) })],
    ['people', format.count(people), t('figure.peopleNote')],
    ['caught', caught, t('figure.caughtNote', { touched: fraudTouched, fraud, amount: format.money(fraudAmount) })],
    [
      'wrong',
      t('figure.wrongPeople', { count: rest.wrongPeople }),
      t('figure.wrongNote', { count: rest.wrong, amount: format.money(rest.wrongAmount) }),
    ],
  ] as const;
  return (
    <dl className="rule-figures">
      {figures.map(([key, value, note]) => (
        <div key={key}>
          <dt>{t(`figure.${key}`)}</dt>
          <dd className="figure__value">{value}</dd>
          <dd className="figure__note">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

const TONES: Readonly<Record<string, TagTone>> = { fraud: 'bad', holder: 'warn' };

function ExamplesPane({ given }: { readonly given: { readonly rule: string; readonly version: string } }) {
  const t = useTexts('deskRules');
  const format = useDeskFormat();
  const looked = useCommand('rule-examples', given);
  return (
    <Pane title={t('examples.title')} isPadded={false}>
      <LookedPart of={looked} empty={t('examples.none')}>
        {(rows) => (
          <RowsTable<Example>
            label={t('examples.title')}
            rows={rows}
            keyOf={({ purchase }) => purchase}
            columns={[
              { key: 'at', head: t('column.when'), isTight: true, render: ({ at }) => format.momentOf(at) },
              {
                key: 'who',
                head: t('column.who'),
                render: ({ person, name, ending }) => (
                  <>
                    {personLink(person, name)}
                    <span className="rules__sub">{t('ending', { ending })}</span>
                  </>
                ),
              },
              { key: 'shop', head: t('column.shop'), render: ({ shop }) => shop },
              { key: 'amount', head: t('column.amount'), isFigure: true, render: ({ amount }) => format.money(amount) },
              { key: 'why', head: t('column.why'), render: ({ why }) => why },
              {
                key: 'truth',
                head: t('column.truth'),
                isTight: true,
                render: ({ truth }) => <Tag tone={TONES[truth] ?? 'plain'}>{t(`truth.${truth}`)}</Tag>,
              },
            ]}
          />
        )}
      </LookedPart>
    </Pane>
  );
}

type DaysProps = { readonly given: { readonly rule: string; readonly version: string }; readonly of: Trial };

/** Bars of the days of a trial, which a table says in words. */
function DaysPane({ given, of: { touched } }: DaysProps) {
  const t = useTexts('deskRules');
  const format = useDeskFormat();
  const looked = useCommand('rule-trial-days', given);
  return (
    <Pane title={t('days.title')} aside={<span className="quiet small">{format.count(touched)}</span>}>
      <LookedPart of={looked} empty={t('days.none')}>
        {(rows) => {
          const most = Math.max(...rows.map(({ purchases }) => purchases));
          return (
            <ul className="rule-days">
              {rows.map(({ day, purchases }) => (
                <li key={day}>
                  <span className="small quiet">{format.dateOf(`${day}T12:00:00.000Z`)}</span>
                  <span className="rule-days__track" aria-hidden="true">
                    <span style={{ inlineSize: `${(purchases / most) * 100}%` }} />
                  </span>
                  <span className="figures">{format.count(purchases)}</span>
                </li>
              ))}
            </ul>
          );
        }}
      </LookedPart>
    </Pane>
  );
}
