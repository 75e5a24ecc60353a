import { CodeField } from './code-field.tsx';
import { FieldNote } from './field-note.tsx';

type Part = {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error?: string | undefined;
  readonly wrongWith?: string | undefined;
};

type NewCodeFieldsProps = {
  readonly first: Part;
  readonly again: Part;
  /** Both are complete. Answers whether both were emptied, because they are wrong. */
  readonly onBoth: () => Promise<boolean>;
  readonly label: string;
  readonly againLabel: string;
  readonly hint?: string | undefined;
  /** Shown once both are complete and equal. */
  readonly matched: string;
};

const LENGTH = 4;

/** Entry of a new PIN or passcode: four digits, twice. Both are checked as soon as both are complete. */
export function NewCodeFields({ first, again, onBoth, label, againLabel, hint, matched }: NewCodeFieldsProps) {
  const isSame = again.value.length === LENGTH && first.value === again.value;
  const take = async (part: Part, value: string) => {
    part.onValue(value);
    const other = part === first ? again : first;
    if (value.length !== LENGTH || other.value.length !== LENGTH) return;
    if (await onBoth()) document.getElementById(first.id)?.focus();
  };
  return (
    <>
      <CodeField
        {...first}
        label={label}
        onValue={(value) => void take(first, value)}
        hint={hint}
        length={LENGTH}
        isSecret
        autoComplete="off"
      />
      <CodeField
        {...again}
        label={againLabel}
        onValue={(value) => void take(again, value)}
        length={LENGTH}
        isSecret
        autoComplete="off"
        note={<FieldNote tone="ok" text={isSame ? matched : ''} />}
      />
    </>
  );
}
