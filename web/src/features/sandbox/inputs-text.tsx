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
  const t = useTexts('sandbox');
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [password, setPassword] = useState('');
  return (
    <>
      <State name={t('inputs.state.rest')}>
        <Field
          id="text-rest"
          label={t('inputs.text.name')}
          hint={t('inputs.text.nameHint')}
          value={name}
          onValue={setName}
        />
      </State>
      <State name={t('inputs.state.filled')}>
        <Field
          id="text-bsb"
          label={t('inputs.text.bsb')}
          hint={t('inputs.text.bsbHint')}
          value="000-101"
          onValue={nothing}
          inputMode="numeric"
          figures
          note={<FieldNote tone="ok" text={t('inputs.text.bsbFound')} />}
        />
      </State>
      <State name={t('inputs.state.loading')}>
        <Field
          id="text-busy"
          label={t('inputs.text.bsb')}
          value="000-102"
          onValue={nothing}
          inputMode="numeric"
          figures
          note={<FieldNote tone="busy" text={t('inputs.text.bsbBusy')} />}
        />
      </State>
      <State name={t('inputs.state.error')}>
        <Field
          id="text-error"
          label={t('inputs.text.reference')}
          error={t('inputs.text.referenceError')}
          value="12345678906"
          onValue={nothing}
          inputMode="numeric"
          figures
        />
      </State>
      <State name={t('inputs.state.readOnly')}>
        <Field
          id="text-read"
          label={t('inputs.text.name')}
          value={t('inputs.text.nameValue')}
          onValue={nothing}
          readOnly
        />
      </State>
      <State name={t('inputs.state.disabled')}>
        <Field
          id="text-off"
          label={t('inputs.text.name')}
          value={t('inputs.text.nameValue')}
          onValue={nothing}
          disabled
        />
      </State>
      <State name={t('inputs.text.phoneState')}>
        <PhoneField
          id="text-phone"
          name="phone"
          label={t('inputs.text.phone')}
          hint={t('inputs.text.phoneHint')}
          value={phone}
          onValue={setPhone}
        />
      </State>
      <State name={t('inputs.text.passwordState')}>
        <PasswordField
          id="text-password"
          name="password"
          label={t('inputs.text.password')}
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
  const t = useTexts('sandbox');
  const [text, setText] = useState('');
  return (
    <>
      <State name={t('inputs.state.rest')}>
        <TextArea
          id="area-rest"
          label={t('inputs.areas.label')}
          hint={t('inputs.areas.hint')}
          value={text}
          onValue={setText}
          limit={LIMIT}
        />
      </State>
      <State name={t('inputs.state.error')}>
        <TextArea
          id="area-error"
          label={t('inputs.areas.label')}
          error={t('inputs.areas.error')}
          value=""
          onValue={nothing}
          rows={2}
        />
      </State>
      <State name={t('inputs.state.readOnly')}>
        <TextArea
          id="area-read"
          label={t('inputs.areas.label')}
          value={t('inputs.areas.value')}
          onValue={nothing}
          readOnly
        />
      </State>
      <State name={t('inputs.state.disabled')}>
        <TextArea
          id="area-off"
          label={t('inputs.areas.label')}
          value={t('inputs.areas.value')}
          onValue={nothing}
          disabled
        />
      </State>
    </>
  );
}
