import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { type Enrolment, postEnrolment } from './entry-calls.ts';
import { FactorPart, ProofField, useFactor } from './factor-code.tsx';
import { FinishEnrolment } from './finish-enrolment.tsx';
import { EntryFailure, MemberFields, memberProblems, rememberedMember, rememberMember } from './member-fields.tsx';
import { useEntryForm } from './use-entry-form.ts';

/** Sets up a second factor: first a proof by the set-up code or the password, then the factor. */
export function EnrolForm({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts('desk');
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const factor = useFactor();
  const form = useEntryForm({
    id: 'enrol',
    initial: { ...rememberedMember(), proof: '', code: '' },
    check: (values) => ({
      ...memberProblems(t, values),
      ...(values.proof === '' ? { proof: t('password.proofMissing') } : {}),
      ...factor.problemsOf(values.code),
    }),
    send: ({ tenant, name, proof, code }) =>
      factor.withFactor(code, (given) => postEnrolment({ tenant: Number(tenant), name, proof, ...given })),
    onFailure: factor.isAskedBy,
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
      <ProofField {...form.field('proof')} />
      <FactorPart factor={factor} code={form.field('code')} isSending={form.isSending} action={t('enrol.begin')} />
    </form>
  );
}
