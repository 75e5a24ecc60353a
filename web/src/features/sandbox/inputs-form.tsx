import './inputs.css';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { type Problems, useForm } from '../../ui/use-form.ts';

type Name = 'name' | 'code' | 'agreed';

const FIELD_IDS = { name: 'form-name', code: 'form-code', agreed: 'form-agreed' } as const;

function check({ name, code, agreed }: Readonly<Record<Name, string>>): Promise<Problems<Name>> {
  return Promise.resolve({
    ...(name.trim() === '' ? { name: 'form.nameError' } : {}),
    ...(code.length < 6 ? { code: 'form.codeError' } : {}),
    ...(agreed === '' ? { agreed: 'form.agreeError' } : {}),
  });
}

/** A form that fails: the summary takes the focus, its lines lead to the fields, the fields say the same. */
export function FaultyForm() {
  const t = useTexts('inputs');
  const form = useForm<Name>({
    initial: { name: '', code: '', agreed: '' },
    secrets: ['code'],
    check,
    submit: () => Promise.resolve({}),
  });
  const names = Object.keys(FIELD_IDS) as Name[];
  const errorOf = (name: Name) => {
    const key = form.problems[name];
    return key === undefined ? undefined : t(key);
  };
  const field = (name: Name) => ({
    id: FIELD_IDS[name],
    name,
    label: t(`form.${name}`),
    error: errorOf(name),
    value: form.values[name],
    onValue: (value: string) => form.setValue(name, value),
  });
  return (
    <div className="inputs-form">
      <ErrorSummary
        problems={names.flatMap((name) => {
          const text = errorOf(name);
          return text === undefined ? [] : [{ fieldId: FIELD_IDS[name], text }];
        })}
        attempt={form.attempt}
      />
      <form className="inputs-form__fields" noValidate onSubmit={form.onSubmit}>
        <Field {...field('name')} autoComplete="name" />
        <CodeField {...field('code')} length={6} hint={t('form.codeHint')} />
        <Checkbox
          id={FIELD_IDS.agreed}
          label={t('form.agreed')}
          error={errorOf('agreed')}
          isChecked={form.values.agreed !== ''}
          onChange={(isChecked) => form.setValue('agreed', isChecked ? 'yes' : '')}
        />
        <Button type="submit" wide busy={form.isBusy}>
          {t('form.submit')}
        </Button>
      </form>
    </div>
  );
}
