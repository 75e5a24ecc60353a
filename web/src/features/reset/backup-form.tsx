import { resetPasswordBackupToken, SECURITY_QUESTIONS } from '@wattle/contract/reset/reset.ts';
import { send } from '../../api/send.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { unmatched } from '../../form/unmatched.ts';
import { useForm } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Field } from '../../ui/fields/field.tsx';
import { NewPasswordField } from '../../ui/fields/new-password-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { EntryPage } from '../access/entry-page.part.tsx';
import type { HeldReset } from './reset-session.ts';
import { useSecurityQuestions } from './security-questions.part.tsx';

type BackupFormProps = {
  readonly held: HeldReset;
  readonly backupToken: string;
  readonly onDone: () => Promise<void>;
  readonly onRefused: () => void;
};

/** A new password, and a new security question for the next time. */
export function BackupForm({ held, backupToken, onDone, onRefused }: BackupFormProps) {
  const t = useTexts('reset');
  const questions = useSecurityQuestions();
  const fields = {
    next: { called: t('password.called'), isSecret: true },
    again: { called: t('password.againCalled'), isSecret: true },
    question: { called: t('question.called'), isChosen: true },
    answer: { called: t('answer.called') },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: resetPasswordBackupToken,
      body: ({ next, question, answer }) => ({
        token: held.token,
        backupToken,
        newPassword: next,
        securityQuestion: SECURITY_QUESTIONS.find((one) => String(one) === question) ?? (0 as 1),
        securityQuestionAnswer: answer,
      }),
      names: { newPassword: 'next', securityQuestion: 'question', securityQuestionAnswer: 'answer' },
      send: (body) => send(resetPasswordBackupToken, { body }),
      also: (values) => unmatched('next', 'again', values),
      onDone,
      onRefused: ({ code, field }) => {
        if (code === '20010' && field === 'newPassword') return { problems: { next: 'passwordInvalid' } };
        if (code !== '20060' && code !== '20062') return undefined;
        onRefused();
        return null;
      },
    }),
  });
  return (
    <EntryPage title={t('password.title')} lead={t('backup.passwordLead')} back={paths.accountSignIn()} form={form}>
      <NewPasswordField {...form.field('next')} label={t('password.new')} />
      <PasswordField {...form.field('again')} label={t('password.again')} autoComplete="new-password" />
      <Select
        {...form.choice('question')}
        label={t('question.label')}
        prompt={t('question.prompt')}
        options={questions}
      />
      <Field {...form.field('answer')} label={t('question.answer')} hint={t('question.hint')} autoComplete="off" />
      <SubmitButton form={form} busy={t('password.busy')}>
        {t('password.submit')}
      </SubmitButton>
    </EntryPage>
  );
}
