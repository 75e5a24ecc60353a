import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { AppIcon } from '@wattle/web/ui/app-icon.tsx';
import { Chip, ChipRow } from '@wattle/web/ui/chip.tsx';
import { SearchField } from '@wattle/web/ui/fields/search-field.tsx';
import { useId, useState } from 'react';
import { type CommandDefinition, useDefinitions } from '../../calls/definitions.ts';
import { groupOf, TASK_GROUPS, type TaskGroup } from '../../calls/task-groups.ts';
import { FailedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Tag } from '../../ui/tag.tsx';
import './all-commands.css';

/** How many people a task takes, and whether it changes anything. */
const TAKES = ['look', 'one', 'two'] as const;
type Takes = (typeof TAKES)[number];

const takesOf = ({ needsApproval, permission }: CommandDefinition): Takes =>
  needsApproval ? 'two' : permission === 'look' ? 'look' : 'one';

const matches = ({ name, title, summary }: CommandDefinition, words: string) =>
  `${title} ${name} ${summary}`.toLowerCase().includes(words.toLowerCase());

/** Every task that the role permits, by what it is about. */
export function AllCommandsScreen() {
  const t = useTexts('deskCommands');
  const { commands = [], failure, isLooking, retry } = useDefinitions();
  const [words, setWords] = useState('');
  const [takes, setTakes] = useState<Takes>();
  const known = commands.filter((command) => command.mayGive && groupOf(command.name) && matches(command, words));
  const shown = known.filter((command) => takes === undefined || takesOf(command) === takes);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <search className="tasks__find">
        <SearchField label={t('filter')} placeholder={t('filter')} value={words} onText={setWords} takesKey={false} />
        <ChipRow label={t('takes')} isWrapped>
          <Chip isOn={takes === undefined} onPress={() => setTakes(undefined)}>
            {t('takes.all', { count: known.length })}
          </Chip>
          {TAKES.map((one) => (
            <Chip key={one} isOn={takes === one} onPress={() => setTakes(one)}>
              {t(`takes.${one}`, { count: known.filter((command) => takesOf(command) === one).length })}
            </Chip>
          ))}
        </ChipRow>
      </search>
      {failure ? <FailedPart failure={failure} isBusy={isLooking} onRetry={retry} /> : null}
      {commands.length > 0 && shown.length === 0 ? <p role="status">{t('none')}</p> : null}
      {shown.length > 0 ? (
        <div className="pane tasks">
          {TASK_GROUPS.map((group) => (
            <TaskList key={group} group={group} of={shown.filter(({ name }) => groupOf(name) === group)} />
          ))}
        </div>
      ) : null}
    </>
  );
}

function TaskList({ group, of }: { readonly group: TaskGroup; readonly of: readonly CommandDefinition[] }) {
  const t = useTexts('deskCommands');
  const id = useId();
  if (of.length === 0) return null;
  return (
    <section className="tasks__group" aria-labelledby={id}>
      <h2 id={id}>
        <span>{t(`group.${group}`)}</span>
        <span className="quiet small">{of.length}</span>
      </h2>
      <ul>
        {of.map((command) => (
          <li key={command.name}>
            <Link className="task" to={`/all-commands/${command.name}`}>
              <span>{command.title}</span>
              <TakesTag of={command} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A task of one person who acts has no mark. */
function TakesTag({ of }: { readonly of: CommandDefinition }) {
  const t = useTexts('deskCommands');
  const takes = takesOf(of);
  if (takes === 'two') return <Tag>{t('who.two')}</Tag>;
  if (takes === 'one') return null;
  return (
    <span className="quiet" title={t('who.look')}>
      <AppIcon name="eye" size="s" />
      <span className="visually-hidden">{t('who.look')}</span>
    </span>
  );
}

/** How many people a task takes, in words. */
export function Who({ command }: { readonly command: CommandDefinition }) {
  const t = useTexts('deskCommands');
  return <>{t(`who.${takesOf(command)}.words`)}</>;
}
