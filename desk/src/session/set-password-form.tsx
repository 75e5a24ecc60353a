import { meetsNeed, PASSWORD_NEEDS } from '@wattle/contract/rules/password-rule.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { CodeField } from '@wattle/web/ui/code-field.tsx';
import { NewPasswordField } from '@wattle/web/ui/new-password-field.tsx';
import { PasswordField } from '@wattle/web/ui/password-field.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { postPassword } from './entry-calls.ts';
import { EntryFailure, MemberFields, memberProblems, rememberedMember, rememberMember } from './member-fields.tsx';
import { useEntryForm } from './use-entry-form.ts';

export const isStrong = (password: string): boolean => PASSWORD_NEEDS.every((need) => meetsNeed(password, need));

/** Sets the password of a new member by the set-up code, or another one by the present password. */
export function SetPasswordForm({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts('desk');
  const [needsCode, setNeedsCode] = useState(false);
  const form = useEntryForm({
    id: 'password',
    initial: { ...rememberedMember(), proof: '', newPassword: '', code: '' },
    check: (values) => ({
      ...memberProblems(t, values),
      ...(values.proof === '' ? { proof: t('password.proofMissing') } : {}),
      ...(isStrong(values.newPassword) ? {} : { newPassword: t('password.weak') }),
      ...(needsCode && values.code.length !== 6 ? { code: t('factor.codeMissing') } : {}),
    }),
    send: ({ tenant, name, proof, newPassword, code }) =>
      postPassword({ tenant: Number(tenant), name, proof, newPassword, ...(needsCode && { code }) }),
    onFailure: (failure) => {
      if (failure.kind !== 'refused' || failure.error !== 'second_factor_needed' || needsCode) return false;
      setNeedsCode(true);
      return true;
    },
    onDone: (_set, values) => {
      rememberMember(values.tenant, values.name);
      onDone();
    },
  });
  return (
    <form className="entry__form" noValidate onSubmit={form.onSubmit}>
      <EntryFailure failure={form.failure} />
      <MemberFields field={form.field} />
      <PasswordField
        {...form.field('proof')}
        name="proof"
        label={t('password.proof')}
        hint={t('password.proofHint')}
        autoComplete="off"
      />
      <NewPasswordField {...form.field('newPassword')} name="new-password" label={t('password.new')} />
      {needsCode ? (
        <CodeField
          {...form.field('code')}
          name="code"
          label={t('factor.code')}
          hint={t('factor.codeHint')}
          length={6}
        />
      ) : null}
      <Button type="submit" wide busy={form.isSending}>
        {t('password.action')}
      </Button>
    </form>
  );
}
