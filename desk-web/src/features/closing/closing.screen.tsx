import { Button } from '@wattle/web/ui/button.tsx';
import { useSearch } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { personLink } from '../../ui/person-link.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { EVERY_MS } from './use-endings.ts';
import './closing.css';

export type Ending = RowOf<'ending-cases'>;

const keyOf = ({ kind, account }: Ending) => `${kind} ${account}`;

/** Accounts to close, estates, and money of closed accounts: from the request to the end. */
export function ClosingScreen() {
  const t = useTexts('deskClosing');
  const format = useDeskFormat();
  const page = usePageNumber();
  const isEnded = useSearch().get('view') === 'ended';
  const looked = useCommand(
    'ending-cases',
    { ...(isEnded && { state: 'ended' }), ...(page > 1 && { page: String(page) }) },
    { everyMs: EVERY_MS },
  );
  const [chosen, setChosen] = useState('');
  const [isRecording, setRecording] = useState(false);
  const one = looked.rows?.find((row) => keyOf(row) === chosen);
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        actions={
          <Button tone="line" aria-expanded={isRecording} onClick={() => setRecording(!isRecording)}>
            {t('death.record')}
          </Button>
        }
      />
      <Tabs
        label={t('views')}
        tabs={[
          { key: 'open', words: t('cases'), to: '/closing', isCurrent: !isEnded },
          { key: 'ended', words: t('ended'), to: '/closing?view=ended', isCurrent: isEnded },
        ]}
      />
      {isRecording ? (
        <Pane title={t('death.record')}>
          <CommandForm name="record-death" action={t('death.record')}>
            <p>{t('death.text')}</p>
          </CommandForm>
        </Pane>
      ) : null}
      <div className="cols">
        <div className="col-8">
          <Pane title={t(isEnded ? 'ended' : 'cases')} isPadded={false}>
            <LookedPart of={looked} empty={t(isEnded ? 'noneEnded' : 'none')}>
              {(rows) => (
                <RowsTable
                  label={t(isEnded ? 'ended' : 'cases')}
                  rows={rows}
                  keyOf={keyOf}
                  wayOf={(row) => ({ onOpen: () => setChosen(keyOf(row)) })}
                  isCurrent={(row) => keyOf(row) === chosen}
                  columns={[
                    {
                      key: 'who',
                      head: t('column.person'),
                      render: ({ name, account }) => (
                        <>
                          <span>{name === '' ? account : name}</span>
                          <span className="closing__sub">{account}</span>
                        </>
                      ),
                    },
                    { key: 'kind', head: t('column.kind'), render: ({ kind }) => t(`kind.${kind}`) },
                    {
                      key: 'since',
                      head: t('column.since'),
                      isTight: true,
                      render: ({ since }) => (since === '' ? '' : format.dateOf(since)),
                    },
                    {
                      key: 'balance',
                      head: t('column.balance'),
                      isFigure: true,
                      render: ({ balance }) => format.money(balance),
                    },
                    {
                      key: 'step',
                      head: t(isEnded ? 'column.ended' : 'column.step'),
                      render: ({ waitsFor, next, ended }) =>
                        ended !== '' ? (
                          format.dateOf(ended)
                        ) : waitsFor === '' ? (
                          <Tag tone="info">{t(`next.${next}`)}</Tag>
                        ) : (
                          <Tag>{t(`waits.${waitsFor}`)}</Tag>
                        ),
                    },
                  ]}
                />
              )}
            </LookedPart>
            <Pager page={page} hasMore={looked.hasMore} />
          </Pane>
        </div>
        <div className="col-4 stack">
          {one ? <EndingPart key={chosen} of={one} /> : <p className="quiet">{t('choose')}</p>}
        </div>
      </div>
    </>
  );
}

const COMMANDS: ReadonlySet<string> = new Set([
  'close-account',
  'close-and-pay',
  'pay-former-holder',
  'write-off-debt',
]);

/** One case: its course, and the form of the next step. */
function EndingPart({ of }: { readonly of: Ending }) {
  const t = useTexts('deskClosing');
  const format = useDeskFormat();
  const { kind, person, name, account, since, ended, balance, interest, held, owes, until, waitsFor, next } = of;
  const stepWords = ended !== '' ? '' : waitsFor === '' ? t(`next.${next}`) : t(`waits.${waitsFor}`);
  const dollars = (amount: string) => (Number(amount) === 0 ? '' : format.money(amount));
  return (
    <>
      <Pane title={t(`kind.${kind}`)}>
        <Facts
          facts={[
            [t('column.person'), personLink(person, name)],
            [t('column.account'), account],
            [t(`since.${kind}`), since === '' ? '' : format.momentOf(since)],
            [t('column.ended'), ended === '' ? '' : format.momentOf(ended)],
            [t('column.balance'), format.money(balance)],
            [t('column.interest'), dollars(interest)],
            [t('column.held'), dollars(held)],
            [t('column.owes'), dollars(owes)],
            [t('column.step'), stepWords],
          ]}
        />
      </Pane>
      {COMMANDS.has(next) ? (
        <Pane title={t(`next.${next}`)}>
          <CommandForm name={next} given={{ account }} action={t(`next.${next}`)}>
            <p>{t(`about.${next}`)}</p>
          </CommandForm>
        </Pane>
      ) : null}
      {kind === 'estate' && person !== '' && until !== '' ? (
        <Pane title={t('death.takeBack')}>
          <CommandForm name="take-back-death" given={{ person }} action={t('death.takeBack')} tone="danger">
            <p>{t('death.takeBackText', { day: format.dateOf(`${until}T02:00:00Z`) })}</p>
          </CommandForm>
        </Pane>
      ) : null}
    </>
  );
}
