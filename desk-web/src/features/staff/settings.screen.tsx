import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import type { CommandName } from '../../calls/commands.ts';
import { useDefinitions } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { StaffHead } from './staff-head.tsx';
import './staff.css';

/** Commands that set a part of the programme, each by two people. */
const SETS: readonly CommandName[] = [
  'set-bank-identity',
  'set-mail-sender',
  'set-sms-account',
  'set-twilio-account',
  'set-messagemedia-account',
  'set-gateway-account',
  'drop-identity',
];

/** Settings of the programme that are in the database, and the changes that two people make. */
export function SettingsScreen() {
  const t = useTexts('deskStaff');
  const format = useDeskFormat();
  const looked = useCommand('identity', {});
  const { commands } = useDefinitions();
  const [command, setCommand] = useState<string>();
  const sets = SETS.flatMap((name) => commands?.find((one) => one.name === name && one.mayGive) ?? []);
  const chosen = sets.find(({ name }) => name === command);
  return (
    <>
      <StaffHead place="settings" />
      <div className="cols">
        <div className="col-8 stack">
          <Pane title={t('settings.title')} isPadded={false}>
            <LookedPart of={looked} empty={t('settings.none')}>
              {(rows) => (
                <RowsTable
                  label={t('settings.title')}
                  rows={rows}
                  keyOf={({ part }) => part}
                  columns={[
                    { key: 'part', head: t('settings.part'), isTight: true, render: ({ part }) => t(`part.${part}`) },
                    { key: 'settings', head: t('settings.now'), render: ({ settings }) => settings },
                    {
                      key: 'since',
                      head: t('settings.since'),
                      render: ({ since, askedBy, approvedBy }) => (
                        <>
                          <span>{format.dateOf(since)}</span>
                          {askedBy === '' ? null : (
                            <span className="staff__sub">
                              {t('settings.by', { asked: askedBy, approved: approvedBy })}
                            </span>
                          )}
                        </>
                      ),
                    },
                    {
                      key: 'works',
                      head: t('column.state'),
                      isTight: true,
                      render: ({ works }) => (
                        <Tag tone={works ? 'ok' : 'bad'}>{t(works ? 'settings.works' : 'settings.broken')}</Tag>
                      ),
                    },
                  ]}
                />
              )}
            </LookedPart>
          </Pane>
          {chosen ? (
            <Pane title={chosen.title}>
              <CommandForm key={chosen.name} name={chosen.name} action={t('settings.ask')}>
                <p>{t('settings.two')}</p>
              </CommandForm>
            </Pane>
          ) : null}
        </div>
        {sets.length === 0 ? null : (
          <div className="col-4 stack">
            <Pane title={t('settings.change')}>
              <ul className="stack">
                {sets.map(({ name, title }) => (
                  <li key={name}>
                    <Button tone="line" small aria-expanded={command === name} onClick={() => setCommand(name)}>
                      {title}
                    </Button>
                  </li>
                ))}
              </ul>
            </Pane>
          </div>
        )}
      </div>
    </>
  );
}
