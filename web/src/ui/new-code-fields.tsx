import { useState } from 'react';
import { CodeField } from './code-field.tsx';
import { FieldNote } from './field-note.tsx';

type Part = {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error?: string | undefined;
  readonly wrongWith?: string | undefined;
};

type NewCodeFieldsProps = {
  readonly first: Part;
  readonly again: Part;
  readonly hint?: string | undefined;
  /** Shown once both are complete and equal. */
  readonly matched: string;
  /** Shown once both are complete and different; both are then cleared. */
  readonly unmatched: string;
};

const LENGTH = 4;

/** Entry of a new PIN or passcode: four digits, twice. */
export function NewCodeFields({ first, again, hint, matched, unmatched }: NewCodeFieldsProps) {
  // Until the second one is typed again.
  const [isUnmatched, setIsUnmatched] = useState(false);
  const isSame = again.value.length === LENGTH && first.value === again.value;
  const take = (part: Part, value: string) => {
    const other = part === first ? again : first;
    if (value.length === LENGTH && other.value.length === LENGTH && value !== other.value) {
      setIsUnmatched(true);
      first.onValue('');
      again.onValue('');
      document.getElementById(first.id)?.focus();
      return;
    }
    if (part === again && value !== '') setIsUnmatched(false);
    part.onValue(value);
  };
  return (
    <>
      <CodeField
        {...first}
        error={isUnmatched ? unmatched : first.error}
        onValue={(value) => take(first, value)}
        hint={hint}
        length={LENGTH}
        isSecret
        autoComplete="off"
      />
      <CodeField
        {...again}
        onValue={(value) => take(again, value)}
        length={LENGTH}
        isSecret
        autoComplete="off"
        note={<FieldNote tone="ok" text={isSame ? matched : ''} />}
      />
    </>
  );
}
