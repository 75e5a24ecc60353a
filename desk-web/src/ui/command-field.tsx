import { Checkbox } from '@wattle/web/ui/fields/checkbox.tsx';
import { DateField } from '@wattle/web/ui/fields/date-field.tsx';
import { Field } from '@wattle/web/ui/fields/field.tsx';
import { Select } from '@wattle/web/ui/fields/select.tsx';
import { TextArea } from '@wattle/web/ui/fields/text-area.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { InputDefinition } from '../calls/definitions.ts';
import { useDeskFormat } from './format.ts';
import { useNow } from './use-now.ts';
import { plainWords } from './field-words.ts';
import { isDay } from './sent-values.ts';

type CommandFieldProps = {
  readonly id: string;
  readonly input: InputDefinition;
  readonly label: string;
  /** Words for a choice of the input; without it those that its name makes. */
  readonly choiceOf?: (name: string, choice: string) => string;
  readonly value: string | boolean | undefined;
  readonly error: string | undefined;
  readonly onValue: (value: string | boolean) => void;
};

/** A text longer than a line of a form. */
const LONG_TEXT = /characters/;
const LONG_FROM = 120;

/** Field for an input of a command. */
export function CommandField({ id, input, label, choiceOf, value, error, onValue }: CommandFieldProps) {
  const t = useTexts('deskForms');
  const format = useDeskFormat();
  const now = useNow();
  const { name, isRequired, isSwitch, choices, takes } = input;
  if (isSwitch) return <Checkbox id={id} label={label} isChecked={value === true} error={error} onChange={onValue} />;
  const text = typeof value === 'string' ? value : '';
  const named = isRequired ? label : t('form.optional', { field: label });
  const words = { id, label: named, error, value: text, onValue };
  if (choices) {
    const options = choices.map((choice) => ({ value: choice, label: choiceOf?.(name, choice) ?? plainWords(choice) }));
    return <Select {...words} name={name} options={options} prompt={t('form.choose')} />;
  }
  if (isDay(input)) return <DateField {...words} today={format.dayOf(now)} />;
  const most = Number(/(\d+) characters/.exec(takes)?.[1] ?? 0);
  if (LONG_TEXT.test(takes) && most >= LONG_FROM) return <TextArea {...words} name={name} rows={2} limit={most} />;
  return <Field {...words} name={name} hint={hintOf(takes)} autoComplete="off" spellCheck={false} isNoLogin />;
}

/** "an account number of 9 digits" as a hint: "An account number of 9 digits". */
function hintOf(takes: string): string {
  return takes.charAt(0).toUpperCase() + takes.slice(1);
}
