import { useTexts } from '../../i18n/use-texts.ts';
import { Checkbox } from './checkbox.tsx';
import { Field } from './field.tsx';
import { HAS_ONE_NAME } from './one-name.ts';

type NameField = {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onBlur?: () => void;
  readonly error?: string | undefined;
};

type NameFieldsProps = Readonly<Record<'first' | 'middle' | 'last', NameField>> & {
  /** Whether the person has a single name, as a form value. */
  readonly oneName: Pick<NameField, 'value' | 'onValue'>;
};

/** First, middle and last name, or a single name. */
export function NameFields({ first, middle, last, oneName }: NameFieldsProps) {
  const t = useTexts('fields');
  const hasOne = oneName.value === HAS_ONE_NAME;
  const choose = (isChecked: boolean) => {
    oneName.onValue(isChecked ? HAS_ONE_NAME : '');
    if (isChecked && last.value === '') last.onValue(first.value);
  };
  return (
    <>
      {hasOne ? null : (
        <>
          <Field {...first} autoComplete="given-name" />
          <Field {...middle} autoComplete="additional-name" />
        </>
      )}
      <Field {...last} {...(hasOne && { label: t('oneName.label') })} autoComplete={hasOne ? 'name' : 'family-name'} />
      <Checkbox label={t('oneName')} isChecked={hasOne} onChange={choose} />
    </>
  );
}
