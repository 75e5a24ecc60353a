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
  /** Said as soon as the second is complete and another one. */
  readonly unmatched?: string;
};

const LENGTH = 4;

/** A PIN or passcode that somebody chooses: four digits, and the same four again. */
export function NewCodeFields({ first, again, hint, matched, unmatched }: NewCodeFieldsProps) {
  const isComplete = again.value.length === LENGTH;
  const isSame = isComplete && first.value === again.value;
  // The first field may say the same already.
  const isUntold = isComplete && !isSame && first.error !== unmatched;
  const error = again.error ?? (isUntold ? unmatched : undefined);
  return (
    <>
      <CodeField {...first} hint={hint} length={LENGTH} isSecret autoComplete="off" />
      <CodeField
        {...again}
        error={error}
        length={LENGTH}
        isSecret
        autoComplete="off"
        note={<FieldNote tone="ok" text={isSame ? matched : ''} />}
      />
    </>
  );
}
