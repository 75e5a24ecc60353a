import { resetPassword } from '@wattle/contract/reset/reset.ts';
import { send } from '../../api/send.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { unmatched } from '../../form/unmatched.ts';
import { useForm } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { NewPasswordField } from '../../ui/fields/new-password-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { EntryPage } from '../access/entry-page.part.tsx';
import { type HeldReset, useReset } from './reset-session.ts';

type NewPasswordFormProps = {
  readonly held: HeldReset;
  readonly onOver: (code: string) => void;
  readonly onDone: () => void;
};

/** The new password, twice. */
export function NewPasswordForm({ held, onOver, onDone }: NewPasswordFormProps) {
  const t = useTexts('reset');
  const { answer } = useReset();
  const fields = {
    next: { called: t('password.called'), isSecret: true },
    again: { called: t('password.againCalled'), isSecret: true },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: resetPassword,
      body: ({ next }) => ({ token: held.token, answer, newPassword: next }),
      names: { newPassword: 'next' },
      send: (body) => send(resetPassword, { body }),
      also: (values) => unmatched('next', 'again', values),
      onDone,
      onRefused: ({ code, field }) => {
        // A password that the rules allow and the server refuses is a common or a breached one.
        if (code === '20010' && field === 'newPassword') return { problems: { next: 'passwordInvalid' } };
        if (code !== '20060' && code !== '20062') return undefined;
        onOver(code);
        return null;
      },
    }),
  });
  return (
    <EntryPage title={t('password.title')} lead={t('password.lead')} back={paths.accountSignIn()} form={form}>
      <NewPasswordField {...form.field('next')} label={t('password.new')} />
      <PasswordField {...form.field('again')} label={t('password.again')} autoComplete="new-password" />
      <SubmitButton form={form} busy={t('password.busy')}>
        {t('password.submit')}
      </SubmitButton>
    </EntryPage>
  );
}
