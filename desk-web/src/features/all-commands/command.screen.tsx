import { Link, useLocation, useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { type SubmitEvent, useState } from 'react';
import type { AnyInput } from '../../calls/commands.ts';
import { type CommandDefinition, useDefinitions } from '../../calls/definitions.ts';
import { useAnyCommand } from '../../calls/use-command.ts';
import { AnswerTable } from '../../ui/answer-table.tsx';
import { CommandField } from '../../ui/command-field.tsx';
import { CommandForm } from '../../ui/command-form.tsx';
import { FailedPart, LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Pane } from '../../ui/pane.tsx';
import { useCommandTitle } from '../../ui/command-title.ts';
import { useFieldWords } from '../../ui/field-words.ts';
import { SubjectLine } from '../../ui/outcome-part.tsx';
import { Say } from '../../ui/say.tsx';
import { Who } from './all-commands.screen.tsx';
import { sentValues, type Values } from '../../ui/sent-values.ts';

/** One command: its form and the table of its answer. */
export function CommandScreen() {
  const t = useTexts('deskCommands');
  const { command: name = '' } = useParams();
  const { commands, failure, isLooking, retry } = useDefinitions();
  const titleOf = useCommandTitle();
  const command = commands?.find((one) => one.name === name);
  const given = useGiven(command);
  return (
    <>
      <PageHead
        title={titleOf(name)}
        lead={command && <Who command={command} />}
        trail={<Link to="/all-commands">{t('title')}</Link>}
      />
      {failure ? <FailedPart failure={failure} isBusy={isLooking} onRetry={retry} /> : null}
      {commands && !command ? <Say tone="warn">{t('unknown')}</Say> : null}
      {command ? (
        command.permission === 'look' && !command.needsApproval ? (
          <LookCommand key={name} command={command} given={given} />
        ) : (
          <Pane title={t('form')}>
            <CommandForm key={name} name={name} given={given} action={titleOf(name)}>
              {Object.values(given).map((value) => (
                <SubjectLine key={String(value)} object={String(value)} />
              ))}
            </CommandForm>
          </Pane>
        )
      ) : null}
    </>
  );
}

/** Inputs that another page has passed beside the address, of those that the command takes. */
function useGiven(command: CommandDefinition | undefined): Readonly<Record<string, string>> {
  const { state } = useLocation();
  const given = (state as { readonly given?: Readonly<Record<string, string>> } | null)?.given ?? {};
  const names = new Set(command?.inputs.map(({ name }) => name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.has(name)));
}

/** A command that only reads: its rows load with the page if it needs no input, otherwise on demand. */
type LookCommandProps = { readonly command: CommandDefinition; readonly given: Readonly<Record<string, string>> };

function LookCommand({ command, given }: LookCommandProps) {
  const t = useTexts('deskCommands');
  const labelOf = useFieldWords(command.name);
  const fields = command.inputs.filter(({ name }) => name !== 'page');
  const needs = fields.some(({ name, isRequired }) => isRequired && !(name in given));
  const [values, setValues] = useState<Values>(given);
  const [asked, setAsked] = useState<AnyInput | null>(needs ? null : given);
  const [page, setPage] = useState(1);
  const hasPages = command.inputs.some(({ name }) => name === 'page');
  const looked = useAnyCommand(
    command.name,
    { ...asked, ...(hasPages && page > 1 && { page: String(page) }) },
    { isOff: asked === null },
  );
  const look = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPage(1);
    setAsked(sentValues(fields, values));
  };
  return (
    <>
      {fields.length > 0 ? (
        <Pane title={t('form')}>
          <form className="form" noValidate onSubmit={look}>
            {fields.map((input) => (
              <CommandField
                key={input.name}
                id={`look-${input.name}`}
                input={input}
                label={labelOf(input.name)}
                value={values[input.name]}
                error={undefined}
                onValue={(value) => setValues((before) => ({ ...before, [input.name]: value }))}
              />
            ))}
            <div className="form__actions">
              <Button type="submit" busy={looked.isLooking}>
                {t('look')}
              </Button>
            </div>
          </form>
        </Pane>
      ) : null}
      {asked === null ? null : (
        <Pane title={t('answer')} isPadded={false}>
          <LookedPart of={looked} empty={t('empty')}>
            {(rows) => <AnswerTable label={t('answer')} rows={rows} />}
          </LookedPart>
          <PageButtons
            before={hasPages && page > 1 && { label: t('before'), onPress: () => setPage(page - 1) }}
            next={hasPages && looked.hasMore && { label: t('next'), onPress: () => setPage(page + 1) }}
          />
        </Pane>
      )}
    </>
  );
}
