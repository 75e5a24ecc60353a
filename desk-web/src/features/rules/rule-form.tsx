import { CHANNELS, SPENDING_CATEGORIES } from '@wattle/contract/transactions/transaction.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useNavigate } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type SubmitEvent, useId, useState } from 'react';
import { type InputDefinition, useDefinition } from '../../calls/definitions.ts';
import { useChange } from '../../calls/use-change.ts';
import { CommandField } from '../../ui/command-field.tsx';
import { useChoiceWords, useFieldWords } from '../../ui/field-words.ts';
import { OutcomePart } from '../../ui/outcome-part.tsx';
import { useFailureWords } from '../../ui/refusal-words.ts';
import type { Values } from '../../ui/sent-values.ts';
import { ChoicesField } from './choices-field.tsx';
import { wayOfRule } from './use-rules.ts';

/** Inputs that take any of a list. */
const LISTS: Readonly<Record<string, readonly string[]>> = { channels: CHANNELS, categories: SPENDING_CATEGORIES };

/** Times that are offered where something is counted or added up. A version may have been written with another one. */
const WINDOWS = ['15m', '1h', '24h', '7d', '30d', 'day', 'week', 'month'];
const IN_WINDOW: ReadonlySet<string> = new Set(['countWithin', 'sumWithin']);

/** Values that the command has where nothing is chosen. */
const UNSAID: Values = { place: 'anywhere', wallet: 'any', threeDs: 'any' };

/** Inputs of a rule in the order of its sentence, each line with those that belong together. */
const PARTS = {
  which: [
    ['channels'],
    ['place', 'countries'],
    ['amountFrom', 'amountBelow'],
    ['categories'],
    ['codes'],
    ['wallet', 'threeDs'],
  ],
  when: [['countOf', 'count', 'countWithin'], ['sumAbove', 'sumWithin'], ['first', 'firstDays'], ['cardYounger']],
  outcome: [['action', 'pause'], ['tellsDesk']],
} as const;

type RuleFormProps = {
  /** The rule whose next version is written; absent: a new one. */
  readonly rule?: string;
  /** Inputs of its version before. */
  readonly before?: Values;
};

/** Writes a rule, or its next version, in the order in which its sentence is read. */
export function RuleForm({ rule, before = {} }: RuleFormProps) {
  const t = useTexts('deskRules');
  const words = useTexts('deskForms');
  const id = useId();
  const navigate = useNavigate();
  const definition = useDefinition('draft-rule');
  const labelOf = useFieldWords('draft-rule');
  const choiceOf = useChoiceWords('draft-rule');
  const failureWords = useFailureWords();
  const { give, outcome, isSending } = useChange('draft-rule');
  const [values, setValues] = useState<Values>(before);
  const inputs = new Map(definition?.inputs.map((input) => [input.name, input]));
  const refused = outcome?.kind === 'refused' ? outcome.failure : undefined;

  const submit = async (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault();
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== false));
    const result = await give({ ...filled, ...(rule !== undefined && { rule }) });
    if (result?.kind === 'refused' && result.failure.field !== undefined) {
      document.getElementById(`${id}-${result.failure.field}`)?.focus();
    }
    const made = result?.kind === 'done' ? result.answer.rows[0]?.['rule'] : undefined;
    if (typeof made === 'string') await navigate(wayOfRule(made));
  };

  const errorOf = ({ name, takes }: InputDefinition) => {
    if (refused?.field !== name) return undefined;
    if (refused.error !== 'input_invalid') return failureWords(refused);
    return (values[name] ?? '') === ''
      ? words('form.missing', { field: labelOf(name) })
      : words('form.takes', { field: labelOf(name), takes });
  };
  const field = (name: string) => {
    const input = inputs.get(name);
    if (!input) return null;
    const value = values[name] ?? UNSAID[name];
    const shared = {
      id: `${id}-${name}`,
      label: labelOf(name),
      error: errorOf(input),
      onValue: (typed: string | boolean) => setValues((known) => ({ ...known, [name]: typed })),
    };
    const list = LISTS[name];
    if (list) {
      const wordOf = (choice: string) => choiceOf(name, choice);
      return <ChoicesField key={name} {...shared} choices={list} wordOf={wordOf} value={String(value ?? '')} />;
    }
    const choices = IN_WINDOW.has(name) ? windowsWith(value) : input.choices;
    // What is empty does not matter here, so no field says that it may be empty.
    const shown = { ...input, isRequired: true, ...(choices && { choices }) };
    return <CommandField key={name} {...shared} input={shown} choiceOf={choiceOf} value={value} />;
  };
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <p>{t(rule === undefined ? 'draft.text' : 'draft.nextText')}</p>
      {rule === undefined ? field('name') : null}
      {Object.entries(PARTS).map(([part, lines]) => (
        <fieldset key={part} className="rule-form__part">
          <legend>{t(`part.${part}`)}</legend>
          <p className="quiet small">{t(`part.${part}.text`)}</p>
          {lines.map((names) => (
            <div key={names[0]} className="rule-form__fields">
              {names.map(field)}
            </div>
          ))}
        </fieldset>
      ))}
      {outcome && refused?.field === undefined ? (
        <OutcomePart outcome={outcome} isSending={isSending} onRetry={() => void submit()} />
      ) : null}
      <div className="form__actions">
        <Button type="submit" busy={isSending}>
          {t('draft.save')}
        </Button>
        <span className="quiet small">{t('draft.acts')}</span>
      </div>
    </form>
  );
}

function windowsWith(value: string | boolean | undefined): readonly string[] {
  return typeof value === 'string' && value !== '' && !WINDOWS.includes(value) ? [...WINDOWS, value] : WINDOWS;
}
