import './sign-up.css';
import { LOGIN_METHOD } from '@wattle/contract/brands/brand.ts';
import { useState } from 'react';
import { Link, useNavigate } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import type { End, Values } from '../../form/form.domain.ts';
import { FormPage } from '../../form/form-page.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { type Form, useForm } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Field } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { NewPasswordField } from '../../ui/fields/new-password-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import type { SignUpName } from './sign-up.actions.ts';
import { SignUpCode } from './sign-up-code.tsx';
import { Statement } from './statement.tsx';

type Agreeing = {
  readonly values: Values<SignUpName>;
  readonly end: (how: End<SignUpName>) => void;
  /** Set once the statement was accepted and the code sent. */
  readonly token?: string;
};

const loadRules = () => import('./sign-up.actions.ts');

/** Sign-up for a login: account, name and password, the product disclosure statement, then the code that was sent. */
export function SignUpScreen() {
  const t = useTexts('signup');
  const { BrandIdentifier, LoginMethodId, PDSText } = useBrand();
  const navigate = useNavigate();
  // While the statement or the code is open, the submit of the form waits for how it ends.
  const [agreeing, setAgreeing] = useState<Agreeing | null>(null);
  const takesEmails = LoginMethodId === LOGIN_METHOD.email || LoginMethodId === LOGIN_METHOD.emailOrMobile;
  const kind = LoginMethodId === LOGIN_METHOD.email ? 'email' : 'username';
  const form: Form<SignUpName> = useForm({
    fields: {
      accountid: { called: t('account.name') },
      username: { called: t(`${kind}.name`) },
      password: { called: t('password.name'), isSecret: true },
      confirmpassword: { called: t('confirm.name'), isSecret: true },
    },
    rules: async () =>
      (await loadRules()).signUpRules({
        brand: BrandIdentifier,
        onAgree: (values) => new Promise((end) => setAgreeing({ values, end })),
        async onExisting() {
          await navigate(paths.accountSignIn(), { state: { ended: 'existingLogin' } });
        },
      }),
  });
  const leave = (how: End<SignUpName>) => {
    agreeing?.end(how);
    setAgreeing(null);
  };
  const accept = async () => {
    if (agreeing === null) return;
    const begun = await (await loadRules()).beginSignUp(BrandIdentifier, agreeing.values);
    if ('token' in begun) setAgreeing({ ...agreeing, token: begun.token });
    else leave(begun.end);
  };
  const finish = async (how: End<SignUpName>) => {
    if (how === null) await navigate(paths.cardHome(), { replace: true });
    leave(how);
  };
  if (agreeing?.token !== undefined) {
    return <SignUpCode values={agreeing.values} first={agreeing.token} onEnd={finish} />;
  }
  if (agreeing !== null) return <Statement text={PDSText} onBack={() => leave('paused')} onAccept={accept} />;
  return (
    <div className="sign-up">
      <FormPage
        title={t('title')}
        lead={t('lead')}
        back={{ to: paths.accountSignIn(), link: Link }}
        steps={{ step: 1, of: 3 }}
        form={form}
        className="sign-up__form"
      >
        <NumberField
          {...form.field('accountid')}
          lengths={[9]}
          label={t('account.label')}
          hint={t('account.hint')}
          autoComplete="off"
        />
        <Field
          {...form.field('username')}
          label={t(`${kind}.label`)}
          hint={t(takesEmails && kind === 'username' ? 'username.email.hint' : `${kind}.hint`)}
          inputMode={takesEmails ? 'email' : 'text'}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NewPasswordField {...form.field('password')} label={t('password.label')} />
        <PasswordField {...form.field('confirmpassword')} label={t('confirm.label')} autoComplete="new-password" />
        <SubmitButton form={form} busy={t('checking')}>
          {t('submit')}
        </SubmitButton>
      </FormPage>
    </div>
  );
}
