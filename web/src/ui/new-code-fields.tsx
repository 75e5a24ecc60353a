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
  /** Said once both are complete and the same. */
  readonly matched: string;
  /** Said as soon as both are complete and differ; both are emptied then. */
  readonly unmatched: string;
};

const LENGTH = 4;

/** A PIN or passcode that somebody chooses: four digits, and the same four again. */
export function NewCodeFields({ first, again, hint, matched, unmatched }: NewCodeFieldsProps) {
  // Until the second one is typed anew.
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
