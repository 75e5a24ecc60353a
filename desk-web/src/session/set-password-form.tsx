import { meetsNeed, PASSWORD_NEEDS } from '@wattle/contract/rules/password-rule.ts';
import { NewPasswordField } from '@wattle/web/ui/fields/new-password-field.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { postPassword } from './entry-calls.ts';
import { FactorPart, ProofField, useFactor } from './factor-code.tsx';
import { EntryFailure, MemberFields, memberProblems, rememberedMember, rememberMember } from './member-fields.tsx';
import { useEntryForm } from './use-entry-form.ts';

export const isStrong = (password: string): boolean => PASSWORD_NEEDS.every((need) => meetsNeed(password, need));

/** Sets the password of a new member by the set-up code, or another one by the present password. */
export function SetPasswordForm({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts('desk');
  const factor = useFactor();
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
      factor.withFactor(code, (given) => postPassword({ tenant: Number(tenant), name, proof, newPassword, ...given })),
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
      <FactorPart factor={factor} code={form.field('code')} isSending={form.isSending} action={t('password.action')} />
    </form>
  );
}
