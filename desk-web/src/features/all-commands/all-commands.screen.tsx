import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { SearchField } from '@wattle/web/ui/fields/search-field.tsx';
import { type CommandDefinition, useDefinitions } from '../../calls/definitions.ts';
import { FailedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { plainWords } from '../../ui/field-words.ts';

const matches = ({ name, summary }: CommandDefinition, words: string) =>
  `${plainWords(name)} ${name} ${summary}`.toLowerCase().includes(words.toLowerCase());

/** Every command that the role permits. Commands without a page are run here. */
export function AllCommandsScreen() {
  const t = useTexts('deskCommands');
  const { commands, failure, isLooking, retry } = useDefinitions();
  const [words, setWords] = useState('');
  const shown = (commands ?? []).filter((command) => command.mayGive && matches(command, words));
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <search className="find">
        <SearchField label={t('filter')} placeholder={t('filter')} value={words} onText={setWords} />
      </search>
      {failure ? <FailedPart failure={failure} isBusy={isLooking} onRetry={retry} /> : null}
      <Pane title={t('commands')} isPadded={false}>
        {commands && shown.length === 0 ? <p className="looked__none">{t('none')}</p> : null}
        <RowsTable
          label={t('commands')}
          rows={shown}
          keyOf={({ name }) => name}
          wayOf={({ name }) => ({ to: `/all-commands/${name}` })}
          columns={[
            { key: 'name', head: t('column.name'), render: ({ name }) => plainWords(name), isTight: true },
            { key: 'summary', head: t('column.summary'), render: ({ summary }) => summary },
            { key: 'who', head: t('column.who'), render: (command) => <Who command={command} />, isTight: true },
          ]}
        />
      </Pane>
    </>
  );
}

function Who({ command: { needsApproval, permission } }: { readonly command: CommandDefinition }) {
  const t = useTexts('deskCommands');
  if (needsApproval) return <Tag tone="warn">{t('who.two')}</Tag>;
  return <Tag>{t(permission === 'look' ? 'who.look' : 'who.one')}</Tag>;
}
