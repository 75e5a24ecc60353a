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
};

const LENGTH = 4;

/** A PIN or passcode that somebody chooses: four digits, and the same four again. */
export function NewCodeFields({ first, again, hint, matched }: NewCodeFieldsProps) {
  const isSame = again.value.length === LENGTH && first.value === again.value;
  return (
    <>
      <CodeField {...first} hint={hint} length={LENGTH} isSecret autoComplete="off" />
      <CodeField
        {...again}
        length={LENGTH}
        isSecret
        autoComplete="off"
        note={<FieldNote tone="ok" text={isSame ? matched : ''} />}
      />
    </>
  );
}
