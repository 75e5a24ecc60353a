import './radio-group.css';
import { classNames } from '../class-names.ts';
import { FieldGroup } from './field-group.tsx';
import type { FieldWords } from './field.tsx';

export type RadioOption<V extends string> = {
  readonly value: V;
  readonly label: string;
  readonly hint?: string | undefined;
  /** True: the hint is a short value, shown at the end of the line. */
  readonly isHintAtEnd?: boolean;
  readonly isDisabled?: boolean;
};

type RadioGroupProps<V extends string> = Omit<FieldWords, 'wrongWith'> & {
  readonly name: string;
  readonly options: readonly RadioOption<V>[];
  /** Empty if nothing is chosen. */
  readonly value: V | '';
  readonly onValue: (value: V) => void;
  readonly isDisabled?: boolean;
  /** True: each option is a tile, for the only question of a page. */
  readonly areTiles?: boolean;
};

/** Choice from a few options, with room for descriptions. The first one has the group's id, for the summary. */
export function RadioGroup<V extends string>({
  name,
  options,
  value,
  onValue,
  areTiles,
  ...group
}: RadioGroupProps<V>) {
  return (
    <FieldGroup {...group}>
      <div className={classNames('radio-group', areTiles && 'radio-group--tiles')}>
        {options.map((option, index) => {
          const id = index === 0 ? group.id : `${group.id}-${option.value}`;
          return (
            <label key={option.value} className="radio" htmlFor={id}>
              <input
                className="radio__input"
                type="radio"
                id={id}
                name={name}
                value={option.value}
                checked={option.value === value}
                disabled={option.isDisabled}
                onChange={() => onValue(option.value)}
                aria-describedby={option.hint ? `${id}-means` : undefined}
              />
              <span className={classNames('radio__words', option.isHintAtEnd && 'radio__words--line')}>
                <span>{option.label}</span>
                {option.hint ? (
                  <span className="radio__hint" id={`${id}-means`}>
                    {option.hint}
                  </span>
                ) : null}
              </span>
            </label>
          );
        })}
      </div>
    </FieldGroup>
  );
}
