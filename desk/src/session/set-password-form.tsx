import { meetsNeed, PASSWORD_NEEDS } from '@wattle/contract/rules/password-rule.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { NewPasswordField } from '@wattle/web/ui/new-password-field.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { postPassword } from './entry-calls.ts';
import { FactorCodeField, ProofField, useFactorCode } from './factor-code.tsx';
import { EntryFailure, MemberFields, memberProblems, rememberedMember, rememberMember } from './member-fields.tsx';
import { useEntryForm } from './use-entry-form.ts';

export const isStrong = (password: string): boolean => PASSWORD_NEEDS.every((need) => meetsNeed(password, need));

/** Sets the password of a new member by the set-up code, or another one by the present password. */
export function SetPasswordForm({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts('desk');
  const factor = useFactorCode();
  const form = useEntryForm({
    id: 'password',
    initial: { ...rememberedMember(), proof: '', newPassword: '', code: '' },
    check: (values) => ({
      ...memberProblems(t, values),
      ...(values.proof === '' ? { proof: t('password.proofMissing') } : {}),
      ...(isStrong(values.newPassword) ? {} : { newPassword: t('password.weak') }),
      ...factor.problemsOf(values.code),
    }),
    send: ({ tenant, name, proof, newPassword, code }) =>
      postPassword({ tenant: Number(tenant), name, proof, newPassword, ...factor.bodyOf(code) }),
    onFailure: factor.isAskedBy,
    onDone: (_set, values) => {
      rememberMember(values.tenant, values.name);
      onDone();
    },
  });
  return (
    <form className="entry__form" noValidate onSubmit={form.onSubmit}>
      <EntryFailure failure={form.failure} />
      <MemberFields field={form.field} />
      <ProofField {...form.field('proof')} />
      <NewPasswordField {...form.field('newPassword')} name="new-password" label={t('password.new')} />
      {factor.isNeeded ? <FactorCodeField {...form.field('code')} /> : null}
      {factor.isPasskeyAlone ? <p role="status">{t('factor.passkeyNoCode')}</p> : null}
      <Button type="submit" wide busy={form.isSending}>
        {t('password.action')}
      </Button>
    </form>
  );
}
