import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { type Enrolment, postEnrolment } from './entry-calls.ts';
import { FactorCodeField, ProofField, useFactorCode } from './factor-code.tsx';
import { FinishEnrolment } from './finish-enrolment.tsx';
import { EntryFailure, MemberFields, memberProblems, rememberedMember, rememberMember } from './member-fields.tsx';
import { useEntryForm } from './use-entry-form.ts';

/** Sets up a second factor: first who it is, by the set-up code or the password, then the factor itself. */
export function EnrolForm({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts('desk');
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const factor = useFactorCode();
  const form = useEntryForm({
    id: 'enrol',
    initial: { ...rememberedMember(), proof: '', code: '' },
    check: (values) => ({
      ...memberProblems(t, values),
      ...(values.proof === '' ? { proof: t('password.proofMissing') } : {}),
      ...factor.problemsOf(values.code),
    }),
    send: ({ tenant, name, proof, code }) =>
      postEnrolment({ tenant: Number(tenant), name, proof, ...factor.bodyOf(code) }),
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
      {factor.isNeeded ? <FactorCodeField {...form.field('code')} /> : null}
      {factor.isPasskeyAlone ? <p role="status">{t('factor.passkeyNoCode')}</p> : null}
      <Button type="submit" wide busy={form.isSending}>
        {t('enrol.begin')}
      </Button>
    </form>
  );
}
