import type { ReactNode } from 'react';
import type { FormField } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import type { UpgradeField, UpgradeValues } from './upgrade-fields.ts';

type UpgradeQuestionsProps = {
  readonly form: {
    readonly values: UpgradeValues;
    readonly setValue: (name: UpgradeField, value: string) => void;
    readonly field: (name: UpgradeField) => Omit<FormField<string>, 'name'> & { readonly name: string };
  };
  /** The brand's reward programme; null if it has none. */
  readonly provider: string | null;
  /** The fields of the address for letters. */
  readonly letters: ReactNode;
};

/** Questions of an upgrade beyond identity: the address for letters and the rewards membership. */
export function UpgradeQuestions({ form, provider, letters }: UpgradeQuestionsProps) {
  const t = useTexts('activation');
  const { values, setValue } = form;
  return (
    <>
      <Checkbox
        id="hasLetters"
        label={t('you.letters')}
        isChecked={values.hasLetters === 'true'}
        onChange={(is) => setValue('hasLetters', is ? 'true' : '')}
      />
      {values.hasLetters === 'true' ? (
        <section className="activation__section" aria-label={t('you.letters.label')}>
          {letters}
        </section>
      ) : null}
      {provider === null ? null : (
        <RadioGroup
          id="isMember"
          name="isMember"
          label={t('you.rewards.label', { provider })}
          options={[
            { value: 'yes', label: t('you.rewards.yes') },
            { value: 'no', label: t('you.rewards.no') },
          ]}
          value={values.isMember}
          onValue={(value) => setValue('isMember', value)}
          error={form.field('isMember').error}
        />
      )}
      {values.isMember === 'yes' ? (
        <Field {...form.field('rewardNumber')} label={t('you.rewards.number')} autoComplete="off" />
      ) : null}
    </>
  );
}
