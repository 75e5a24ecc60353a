import './components.css';
import { useState } from 'react';
import { useForm } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { NewCodeFields } from '../../ui/fields/new-code-fields.tsx';
import { NewPasswordField } from '../../ui/fields/new-password-field.tsx';
import { State } from './specimen.tsx';

const nothing = () => undefined;

export function Codes() {
  const t = useTexts('sandbox');
  const [code, setCode] = useState('');
  const [pin, setPin] = useState('');
  const shared = { label: t('inputs.codes.code'), length: 6, onValue: nothing } as const;
  return (
    <>
      <State name={t('inputs.state.rest')}>
        <CodeField
          {...shared}
          id="code-rest"
          name="code"
          hint={t('inputs.codes.codeHint')}
          value={code}
          onValue={setCode}
        />
      </State>
      <State name={t('inputs.codes.hidden')}>
        <CodeField
          id="code-pin"
          name="pin"
          label={t('inputs.codes.pin')}
          hint={t('inputs.codes.pinHint')}
          length={4}
          isSecret
          autoComplete="off"
          value={pin}
          onValue={setPin}
        />
      </State>
      <State name={t('inputs.state.error')}>
        <CodeField {...shared} id="code-error" name="code-error" error={t('inputs.form.codeError')} value="13579" />
      </State>
      <State name={t('inputs.state.readOnly')}>
        <CodeField {...shared} id="code-read" name="code-read" value="135790" isReadOnly />
      </State>
      <State name={t('inputs.state.disabled')}>
        <CodeField {...shared} id="code-off" name="code-off" value="135790" isDisabled />
      </State>
    </>
  );
}

const UNMATCHED = { 'new-pin': 'tryAgainPinText', 'new-pin-again': 'tryAgainPinText' } as const;

export function NewCode() {
  const t = useTexts('sandbox');
  const validation = useTexts('validation');
  const fields = { 'new-pin': { isPin: true }, 'new-pin-again': { isPin: true } };
  const form = useForm({
    fields,
    rules: {
      check: (values) => (values['new-pin'] === values['new-pin-again'] ? {} : UNMATCHED),
      submit: () => Promise.resolve(null),
    },
    problemWords: (_, key) => validation(key),
  });
  return (
    <div className="inputs-pair">
      <NewCodeFields
        {...form.twice('new-pin', 'new-pin-again')}
        label={t('inputs.newCode.first')}
        againLabel={t('inputs.newCode.again')}
        hint={t('inputs.newCode.hint')}
        matched={t('inputs.newCode.matched')}
      />
    </div>
  );
}

export function NewPassword() {
  const t = useTexts('sandbox');
  const [password, setPassword] = useState('');
  return (
    <>
      <State name={t('inputs.state.rest')}>
        <NewPasswordField
          id="new-password-rest"
          name="new-password"
          label={t('inputs.newPassword.label')}
          value={password}
          onValue={setPassword}
        />
      </State>
      <State name={t('inputs.state.filled')}>
        <NewPasswordField
          id="new-password-half"
          name="new-password-half"
          label={t('inputs.newPassword.label')}
          value="Golden-Wattle"
          onValue={nothing}
        />
      </State>
      <State name={t('inputs.state.error')}>
        <NewPasswordField
          id="new-password-error"
          name="new-password-error"
          label={t('inputs.newPassword.label')}
          error={t('inputs.newPassword.error')}
          value=""
          onValue={nothing}
        />
      </State>
    </>
  );
}
