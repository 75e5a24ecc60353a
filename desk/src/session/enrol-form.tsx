import { Button } from '@wattle/web/ui/button.tsx';
import { CodeField } from '@wattle/web/ui/code-field.tsx';
import { PasswordField } from '@wattle/web/ui/password-field.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { type Enrolment, postEnrolment } from './entry-calls.ts';
import { FinishEnrolment } from './finish-enrolment.tsx';
import { EntryFailure, MemberFields, memberProblems, rememberedMember, rememberMember } from './member-fields.tsx';
import { useEntryForm } from './use-entry-form.ts';

/** Sets up a second factor: first who it is, by the set-up code or the password, then the factor itself. */
export function EnrolForm({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts('desk');
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useEntryForm({
    id: 'enrol',
    initial: { ...rememberedMember(), proof: '', code: '' },
    check: (values) => ({
      ...memberProblems(t, values),
      ...(values.proof === '' ? { proof: t('password.proofMissing') } : {}),
      ...(needsCode && values.code.length !== 6 ? { code: t('factor.codeMissing') } : {}),
    }),
    send: ({ tenant, name, proof, code }) =>
      postEnrolment({ tenant: Number(tenant), name, proof, ...(needsCode && { code }) }),
    onFailure: (failure) => {
      if (failure.kind !== 'refused' || failure.error !== 'second_factor_needed' || needsCode) return false;
      setNeedsCode(true);
      return true;
    },
    onDone: (begun, values) => {
      rememberMember(values.tenant, values.name);
      setEnrolment(begun);
    },
  });
  if (enrolment) {
    return <FinishEnrolment enrolment={enrolment} onDone={onDone} onAgain={() => setEnrolment(undefined)} />;
  }
  return (
    <form className="entry__form" noValidate onSubmit={form.onSubmit}>
      <p>{t('enrol.text')}</p>
      <EntryFailure failure={form.failure} />
      <MemberFields field={form.field} />
      <PasswordField
        {...form.field('proof')}
        name="proof"
        label={t('password.proof')}
        hint={t('password.proofHint')}
        autoComplete="off"
      />
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
        {t('enrol.begin')}
      </Button>
    </form>
  );
}
