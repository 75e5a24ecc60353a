import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import './components.css';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { ErrorSummary } from '../../ui/fields/error-summary.tsx';
import { Field } from '../../ui/fields/field.tsx';

/** A form that fails: the summary takes the focus, its lines lead to the fields, the fields say the same. */
export function FaultyForm() {
  const t = useTexts('sandbox');
  const form = useForm({
    fields: { name: { id: 'form-name' }, code: { id: 'form-code', isSecret: true }, agreed: { id: 'form-agreed' } },
    rules: {
      check: ({ name, code, agreed }) => ({
        ...(isBlank(name) ? { name: 'form.nameError' } : {}),
        ...(code.length < 6 ? { code: 'form.codeError' } : {}),
        ...(agreed === '' ? { agreed: 'form.agreeError' } : {}),
      }),
      submit: async () => null,
    },
    problemWords: (_, key) => t(`inputs.${key}`),
  });
  const agreed = form.field('agreed');
  return (
    <div className="inputs-form">
      <ErrorSummary problems={form.problems} attempt={form.attempt} />
      <form className="inputs-form__fields" noValidate onSubmit={form.onSubmit}>
        <Field {...form.field('name')} label={t('inputs.form.name')} autoComplete="name" />
        <CodeField {...form.field('code')} label={t('inputs.form.code')} length={6} hint={t('inputs.form.codeHint')} />
        <Checkbox
          id={agreed.id}
          label={t('inputs.form.agreed')}
          error={agreed.error}
          isChecked={agreed.value !== ''}
          onChange={(isChecked) => agreed.onValue(isChecked ? 'yes' : '')}
        />
        <SubmitButton form={form}>{t('inputs.form.submit')}</SubmitButton>
      </form>
    </div>
  );
}
