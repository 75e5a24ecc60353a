import { Button, type ButtonTone } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { AnyInput } from '../calls/commands.ts';
import { type CommandDefinition, useDefinitions } from '../calls/definitions.ts';
import { type Outcome, useChange } from '../calls/use-change.ts';
import { FILE_NAME_MAXIMUM } from '@wattle/contract/sent-file.ts';
import { CommandField } from './command-field.tsx';
import { FileField } from './file-field.tsx';
import { FailedPart } from './looked.tsx';
import { OutcomePart } from './outcome-part.tsx';
import { useFailureWords } from './refusal-words.ts';
import { ReasonField } from './reason-field.tsx';
import { sentValues, type Values } from './sent-values.ts';
import { useChoiceWords, useFieldWords } from './field-words.ts';

/** No input has more characters, and the server refuses a much longer call as a whole, without naming the field. */
const LONGEST = 10_000;

export type CommandFormProps = {
  readonly name: string;
  /** Inputs that the page supplies, without a field. */
  readonly given?: AnyInput;
  /** Inputs that this form leaves out. */
  readonly without?: readonly string[];
  /** Inputs that the command may go without, and this form does not. */
  readonly needed?: readonly string[];
  /** Names the action: "Load onto the account". */
  readonly action: string;
  readonly tone?: ButtonTone;
  /** Above the fields: the object of the action. */
  readonly children?: ReactNode;
  /** Called once the command is carried out, or waits for a second person. */
  readonly onEnd?: (outcome: Outcome) => void;
  /** True: the page shows by itself what was done. */
  readonly isShownElsewhere?: boolean;
  /** Next to the action: the button that leaves the form. */
  readonly aside?: ReactNode;
};

/**
 * Form of a command, drawn from its definition. A command that needs two people asks for a reason, and its result is
 * shown as waiting, never as done.
 */
export function CommandForm(props: CommandFormProps) {
  const { commands, failure, isLooking, retry } = useDefinitions();
  const t = useTexts('desk');
  const words = useTexts('deskForms');
  if (failure) return <FailedPart failure={failure} isBusy={isLooking} onRetry={retry} />;
  if (!commands) return <p className="quiet">{words('form.loading')}</p>;
  const command = commands.find(({ name }) => name === props.name);
  if (!command) return <p className="quiet">{words('form.unknown')}</p>;
  if (!command.mayGive) return <p className="quiet">{t('refusal.not_permitted')}</p>;
  return <FormOf command={command} {...props} />;
}

function FormOf({
  command,
  given = {},
  without = [],
  needed = [],
  ...props
}: CommandFormProps & { readonly command: CommandDefinition }) {
  const { action, tone = 'main', children, onEnd, aside, isShownElsewhere } = props;
  const words = useTexts('deskForms');
  const id = useId();
  const labelOf = useFieldWords(command.name);
  const choiceOf = useChoiceWords(command.name);
  const failureWords = useFailureWords();
  const change = useChange(command.name);
  const [values, setValues] = useState<Values>({});
  const [reason, setReason] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [tooLong, setTooLong] = useState<readonly string[]>([]);
  const { takesFile } = command;
  const [isReopened, setReopened] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isReopened) place.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [isReopened]);
  const asked = command.inputs
    // A file has its own name.
    .filter(({ name }) => !(name in given) && !without.includes(name) && !(takesFile && name === 'name'))
    .map((input) => (needed.includes(input.name) ? { ...input, isRequired: true } : input));
  const { outcome, isSending } = change;
  const refused = outcome?.kind === 'refused' ? outcome.failure : undefined;
  const errorOf = (name: string) => {
    if (missing.includes(name)) return words('form.missing', { field: labelOf(name) });
    if (tooLong.includes(name)) return words('form.tooLong', { field: labelOf(name) });
    if (refused?.field !== name) return undefined;
    const takes = command.inputs.find((input) => input.name === name)?.takes;
    const isUnread = refused.error === 'input_invalid' && takes !== undefined;
    return isUnread ? words('form.takes', { field: labelOf(name), takes }) : failureWords(refused);
  };
  const isAtField =
    refused?.field !== undefined &&
    (refused.field === 'reason' ||
      (takesFile && refused.field === 'file') ||
      asked.some(({ name }) => name === refused.field));
  const focus = (name: string) => document.getElementById(`${id}-${name}`)?.focus();

  const submit = async (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault();
    if (isSending) return;
    const lacking = asked
      .filter(({ name, isRequired, isSwitch }) => isRequired && !isSwitch && (values[name] ?? '') === '')
      .map(({ name }) => name);
    if (takesFile && !file) lacking.push('file');
    if (command.needsApproval && reason === '') lacking.push('reason');
    const long = Object.entries({ ...values, reason })
      .filter(([, value]) => typeof value === 'string' && value.length > LONGEST)
      .map(([name]) => name);
    setMissing(lacking);
    setTooLong(long);
    const [wrong] = [...lacking, ...long];
    if (wrong !== undefined) return focus(wrong);
    if (takesFile && file && file.size > takesFile.maximum) return focus('file');
    const result = await change.give(
      { ...sentValues(asked, values), ...given, ...(file && { name: file.name.slice(-FILE_NAME_MAXIMUM) }) },
      command.needsApproval ? reason : undefined,
      file ?? undefined,
    );
    if (result?.kind === 'refused' && result.failure.field !== undefined) focus(result.failure.field);
    if (result?.kind === 'done' || result?.kind === 'waits') {
      setValues({});
      setReason('');
      setFile(null);
      setReopened(false);
      onEnd?.(result);
    }
    return undefined;
  };

  // What was done can't be done twice by a second press: the form is put away until another one is wanted.
  if (outcome && !isShownElsewhere && (outcome.kind === 'done' || outcome.kind === 'waits')) {
    return (
      <AfterForm
        command={command.name}
        outcome={outcome}
        aside={aside}
        onAgain={() => {
          change.clear();
          setReopened(true);
        }}
      />
    );
  }
  return (
    <form ref={place} className="form" noValidate onSubmit={(event) => void submit(event)}>
      {children}
      {asked.map((input) => (
        <CommandField
          key={input.name}
          id={`${id}-${input.name}`}
          input={input}
          label={labelOf(input.name)}
          choiceOf={choiceOf}
          value={values[input.name]}
          error={errorOf(input.name)}
          onValue={(value) => setValues((before) => ({ ...before, [input.name]: value }))}
        />
      ))}
      {takesFile ? (
        <FileField
          id={`${id}-file`}
          file={file}
          taken={takesFile}
          error={errorOf('file')}
          onFile={(chosen) => {
            setFile(chosen);
            change.clear();
          }}
        />
      ) : null}
      {command.needsApproval ? (
        <ReasonField
          id={`${id}-reason`}
          label={words('form.reason')}
          hint={words('form.reasonHint')}
          value={reason}
          onValue={setReason}
          error={errorOf('reason')}
        />
      ) : null}
      {outcome && !isAtField ? (
        <OutcomePart
          outcome={outcome}
          command={command.name}
          isSending={isSending}
          isShownElsewhere={isShownElsewhere}
          onRetry={() => void submit()}
        />
      ) : null}
      <div className="form__actions">
        <Button type="submit" tone={tone} busy={isSending}>
          {action}
        </Button>
        {aside}
        {command.needsApproval ? <span className="quiet small">{words('form.twoPeople')}</span> : null}
      </div>
    </form>
  );
}

type AfterFormProps = {
  readonly command: string;
  readonly outcome: Outcome;
  readonly aside: ReactNode;
  readonly onAgain: () => void;
};

/** Outcome of a form that was carried out or waits. It takes the focus, because the pressed button is gone. */
function AfterForm({ command, outcome, aside, onAgain }: AfterFormProps) {
  const words = useTexts('deskForms');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} className="form" tabIndex={-1}>
      <OutcomePart outcome={outcome} command={command} isSending={false} onRetry={onAgain} />
      <div className="form__actions">
        <Button tone="line" onClick={onAgain}>
          {words('form.again')}
        </Button>
        {aside}
      </div>
    </div>
  );
}
