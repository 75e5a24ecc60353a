import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { FieldNote } from '../../ui/fields/field-note.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { State } from './specimen.tsx';

const nothing = () => undefined;

export function TextFields() {
  const t = useTexts('inputs');
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [password, setPassword] = useState('');
  return (
    <>
      <State name={t('state.rest')}>
        <Field id="text-rest" label={t('text.name')} hint={t('text.nameHint')} value={name} onValue={setName} />
      </State>
      <State name={t('state.filled')}>
        <Field
          id="text-bsb"
          label={t('text.bsb')}
          hint={t('text.bsbHint')}
          value="000-101"
          onValue={nothing}
          inputMode="numeric"
          figures
          note={<FieldNote tone="ok" text={t('text.bsbFound')} />}
        />
      </State>
      <State name={t('state.loading')}>
        <Field
          id="text-busy"
          label={t('text.bsb')}
          value="000-102"
          onValue={nothing}
          inputMode="numeric"
          figures
          note={<FieldNote tone="busy" text={t('text.bsbBusy')} />}
        />
      </State>
      <State name={t('state.error')}>
        <Field
          id="text-error"
          label={t('text.reference')}
          error={t('text.referenceError')}
          value="12345678906"
          onValue={nothing}
          inputMode="numeric"
          figures
        />
      </State>
      <State name={t('state.readOnly')}>
        <Field id="text-read" label={t('text.name')} value={t('text.nameValue')} onValue={nothing} readOnly />
      </State>
      <State name={t('state.disabled')}>
        <Field id="text-off" label={t('text.name')} value={t('text.nameValue')} onValue={nothing} disabled />
      </State>
      <State name={t('text.phoneState')}>
        <PhoneField
          id="text-phone"
          name="phone"
          label={t('text.phone')}
          hint={t('text.phoneHint')}
          value={phone}
          onValue={setPhone}
        />
      </State>
      <State name={t('text.passwordState')}>
        <PasswordField
          id="text-password"
          name="password"
          label={t('text.password')}
          value={password}
          onValue={setPassword}
          autoComplete="current-password"
        />
      </State>
    </>
  );
}

const LIMIT = 120;

export function Areas() {
  const t = useTexts('inputs');
  const [text, setText] = useState('');
  return (
    <>
      <State name={t('state.rest')}>
        <TextArea
          id="area-rest"
          label={t('areas.label')}
          hint={t('areas.hint')}
          value={text}
          onValue={setText}
          limit={LIMIT}
        />
      </State>
      <State name={t('state.error')}>
        <TextArea
          id="area-error"
          label={t('areas.label')}
          error={t('areas.error')}
          value=""
          onValue={nothing}
          rows={2}
        />
      </State>
      <State name={t('state.readOnly')}>
        <TextArea id="area-read" label={t('areas.label')} value={t('areas.value')} onValue={nothing} readOnly />
      </State>
      <State name={t('state.disabled')}>
        <TextArea id="area-off" label={t('areas.label')} value={t('areas.value')} onValue={nothing} disabled />
      </State>
    </>
  );
}
