import { Checkbox } from '@wattle/web/ui/fields/checkbox.tsx';
import { FieldGroup } from '@wattle/web/ui/fields/field-group.tsx';

type ChoicesFieldProps = {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly string[];
  readonly wordOf: (choice: string) => string;
  /** Chosen ones, with commas. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
};

/** Any number of choices from a list. None of them means all. */
export function ChoicesField({ id, label, choices, wordOf, value, error, onValue }: ChoicesFieldProps) {
  const chosen = new Set(value.split(',').filter(Boolean));
  const choose = (choice: string, isChosen: boolean) =>
    onValue(choices.filter((one) => (one === choice ? isChosen : chosen.has(one))).join(','));
  return (
    <FieldGroup id={id} label={label} error={error}>
      <div className="rule-form__boxes">
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            label={wordOf(choice)}
            isChecked={chosen.has(choice)}
            onChange={(isChosen) => choose(choice, isChosen)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
