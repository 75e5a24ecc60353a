import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { verifyOnlineAccount } from '@wattle/contract/activation/login.ts';
import { readableEmail } from '@wattle/contract/rules/email-address.ts';
import { LOGIN_METHOD } from '@wattle/contract/brands/brand.ts';
import { Link } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { unmatched } from '../../form/unmatched.ts';
import { useForm } from '../../form/use-form.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { Field } from '../../ui/fields/field.tsx';
import { NewPasswordField } from '../../ui/fields/new-password-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { UsernameForManagers } from '../../ui/fields/username-for-managers.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { pathOfStep } from './step-paths.ts';
import { useSecurityQuestions } from '../reset/security-questions.part.tsx';
import { useNomineeLogin } from './use-nominee-login.ts';
import { callActivation, keepPassword } from './activation-session.ts';

type AccessFormProps = { readonly view: ActivationView; readonly onDone: (view: ActivationView) => Promise<void> };

/** Sign-in details of a new login: name, password, and a question for a forgotten password. */
export function AccessForm({ view, onDone }: AccessFormProps) {
  const t = useTexts('activation');
  const questions = useSecurityQuestions();
  const validation = useTexts('validation');
  const wordsOfCode = useErrorTexts();
  const { LoginMethodId } = useBrand();
  const { Entered } = view;
  const isNominee = !view.IsPrimaryAccountRelationship;
  const mayChoose = view.Steps.some(({ Name }) => Name === 'loginOption');
  const nomineeName = useNomineeLogin(view);
  const isChoice = LoginMethodId === LOGIN_METHOD.emailOrAccount && !isNominee;
  const isAccount = isNominee || LoginMethodId === LOGIN_METHOD.account;
  const called = {
    isAccountNumberUsername: '',
    emailAddress: t('access.email.name'),
    password: t('access.password.name'),
    confirmPassword: t('access.again.name'),
    securityQuestion: t('access.question.name'),
    securityQuestionAnswer: t('access.answer.name'),
  };
  const fields = {
    isAccountNumberUsername: { initial: isAccount ? 'account' : 'email' },
    emailAddress: { called: called.emailAddress, initial: readableEmail(Entered.EmailAddress ?? '') },
    password: { called: called.password, isSecret: true },
    confirmPassword: { called: called.confirmPassword, isSecret: true },
    securityQuestion: {
      called: called.securityQuestion,
      initial: String(Entered.SecurityQuestion ?? ''),
      isChosen: true,
    },
    securityQuestionAnswer: { called: called.securityQuestionAnswer },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: verifyOnlineAccount,
      body: ({ isAccountNumberUsername, securityQuestion, ...values }) => ({
        ...values,
        isAccountNumberUsername: isAccountNumberUsername === 'account',
        securityQuestion: Number(securityQuestion),
      }),
      also: (values) => unmatched('password', 'confirmPassword', values),
      send: (body) => callActivation(verifyOnlineAccount, { body }),
      onDone: async (answer, { password }) => {
        keepPassword(password);
        await onDone(answer);
      },
      // The server refuses a password within the rules only if it is common or breached.
      onRefused: ({ code, field }) =>
        code === '20010' && field === 'password' ? { problems: { password: 'passwordInvalid' } } : undefined,
    }),
    problemWords: (name, key) => validation(key, { field: called[name] }),
    refusalWords: ({ code }) => wordsOfCode(code),
  });
  const chosen = form.values.isAccountNumberUsername;
  const needsEmail = chosen !== 'account';
  // An error of the email address is shown at its field.
  const username = needsEmail ? '' : isNominee ? nomineeName : view.AccountNumber;
  return (
    <FormPage
      title={t('access.title')}
      lead={
        isNominee ? (nomineeName ? t('access.nominee', { name: nomineeName }) : t('access.nomineeSoon')) : undefined
      }
      {...(mayChoose && { back: { to: pathOfStep('loginOption', view.Purpose), link: Link } })}
      form={form}
      className="activation__form"
    >
      {isChoice ? (
        <RadioGroup
          id="isAccountNumberUsername"
          name="isAccountNumberUsername"
          label={t('access.choice')}
          options={[
            { value: 'email', label: t('access.choice.email') },
            { value: 'account', label: t('access.choice.account', { number: view.AccountNumber }) },
          ]}
          value={chosen === 'account' ? 'account' : 'email'}
          onValue={(value) => form.setValue('isAccountNumberUsername', value)}
        />
      ) : null}
      {isAccount && !isNominee ? <p>{t('access.account', { number: view.AccountNumber })}</p> : null}
      <Field
        {...form.field('emailAddress')}
        label={needsEmail ? t('access.email.label') : t('access.email.optional')}
        hint={t(needsEmail ? 'access.email.hint' : 'access.email.optionalHint')}
        type="email"
        inputMode="email"
        autoComplete={needsEmail ? 'username' : 'email'}
        autoCapitalize="none"
        spellCheck={false}
      />
      {!username ? null : <UsernameForManagers username={username} />}
      <NewPasswordField {...form.field('password')} label={t('access.password.label')} />
      <PasswordField {...form.field('confirmPassword')} label={t('access.again.label')} autoComplete="new-password" />
      <section className="activation__section" aria-labelledby="if-forgotten">
        <h2 id="if-forgotten">{t('access.forget')}</h2>
        <p className="activation__section-lead">{t('access.forgetText')}</p>
        <Select
          {...form.choice('securityQuestion')}
          label={t('access.question.label')}
          prompt={t('access.question.prompt')}
          options={questions}
        />
        <Field
          {...form.field('securityQuestionAnswer')}
          label={t('access.answer.label')}
          hint={t('access.answer.hint')}
          autoComplete="off"
        />
      </section>
      <SubmitButton form={form} busy={t('saving')}>
        {t('continue')}
      </SubmitButton>
    </FormPage>
  );
}
