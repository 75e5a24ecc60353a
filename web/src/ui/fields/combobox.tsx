import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { described, FieldFrame, type FieldWords } from './field.tsx';
import { ListInput } from './list-input.tsx';
import { type ListOption, narrowed, optionCalled, optionMeant } from './list-options.ts';

type ComboboxProps = FieldWords & {
  readonly name?: string;
  readonly options: readonly ListOption[];
  /** Value of the chosen option; empty if none is chosen or the text matches none. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Called when the user leaves the field, to check it. */
  readonly onLeave?: () => void;
  readonly autoComplete?: string;
  /** True while the options load. */
  readonly isLoading?: boolean;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
};

/** Choice from many options by typing, such as a country, a title or a biller. */
export function Combobox(props: ComboboxProps) {
  const { id, label, name, options, value, onValue, onLeave, autoComplete, isLoading, isDisabled, isReadOnly } = props;
  const t = useTexts('fields');
  // Text while typing; otherwise the field shows the chosen option.
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = options.find((option) => option.value === value);
  const text = typed ?? chosen?.label ?? '';
  const shown = isLoading ? [] : typed === null ? options : narrowed(options, typed);
  return (
    <FieldFrame {...props}>
      <ListInput
        id={id}
        label={label}
        {...(name === undefined ? {} : { name })}
        text={text}
        onText={(next) => {
          setTyped(next);
          onValue(optionCalled(options, next)?.value ?? '');
        }}
        options={shown}
        current={value}
        onChoose={(option) => {
          setTyped(null);
          onValue(option.value);
        }}
        onLeave={() => {
          const meant = chosen ?? optionMeant(options, text);
          if (meant) setTyped(null);
          if (meant && !chosen) onValue(meant.value);
          onLeave?.();
        }}
        isSearch
        isLoading={isLoading ?? false}
        instead={t(isLoading ? 'list.loading' : 'list.none')}
        {...(autoComplete === undefined ? {} : { autoComplete })}
        disabled={isDisabled}
        readOnly={isReadOnly}
        {...described(props)}
      />
    </FieldFrame>
  );
}
