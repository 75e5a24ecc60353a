import '../../ui/pages/panel.css';
import './complaints.css';
import {
  type ComplaintSubject,
  type ComplaintOwnWay,
  getComplaints,
  openComplaint,
} from '@wattle/contract/complaints/complaint.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operationKey, useOperation } from '../../api/use-operation.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Link, Navigate, useNavigate } from '../../router/public.ts';
import { useIsUser } from '../../session/session.ts';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { Afca } from './afca.tsx';
import { CallInstead } from './call-instead.tsx';
import { ComplaintFields, useComplaintFields } from './complaint-fields.tsx';
import { type ChosenRow, WhichOne } from './which-one.tsx';

const BACK = { to: paths.contactUs(), link: Link };

/** Whether a complaint of this subject may be about a transaction. */
const hasRow = (subject: string) => subject === 'payment' || subject === 'card' || subject === 'fee';

/** Form of a complaint by a signed-in person. */
export function NewComplaintScreen() {
  const t = useTexts('complaints');
  const isUser = useIsUser();
  const { data, failure, refetch } = useOperation(getComplaints, {}, { isEnabled: isUser });
  if (!isUser) return <Navigate to={paths.complaint()} replace />;
  if (data) return <ComplaintForm found={data} />;
  return (
    <JourneyPage title={t('title')} back={BACK}>
      {failure ? (
        <LoadFailed failure={failure} onRetry={refetch} />
      ) : (
        <div className="panel">
          <SkeletonRows count={4} />
        </div>
      )}
    </JourneyPage>
  );
}

function ComplaintForm({ found }: { readonly found: ResponseOf<typeof getComplaints> }) {
  const t = useTexts('complaints');
  const format = useFormat();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { Ways, AnswerBy } = found;
  const [first] = Ways;
  const [which, setWhich] = useState<ChosenRow | null>(null);
  const fields = {
    ...useComplaintFields(),
    way: { label: t('way.label'), called: t('way.called'), isChosen: true, initial: first?.Way ?? '' },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: openComplaint,
      body: ({ about, words, wish, way }) => ({
        Subject: about as ComplaintSubject,
        Words: words,
        Wish: wish,
        Way: way as ComplaintOwnWay,
        ...(which && hasRow(about) && { accountNumber: which.accountNumber, Sequence: which.row.Sequence ?? 0 }),
      }),
      names: { Subject: 'about', Words: 'words', Wish: 'wish', Way: 'way' },
      onDone: async () => {
        await cache.invalidateQueries({ queryKey: operationKey(getComplaints) });
        await navigate(paths.complaints());
      },
    }),
  });
  const lead = t('lead', { date: format.dateOf(AnswerBy) });
  return (
    <FormPage
      title={t('title')}
      lead={lead}
      back={BACK}
      form={form}
      className="complaint-form"
      side={
        <>
          <CallInstead />
          <Afca />
        </>
      }
    >
      <ComplaintFields
        field={form.field}
        which={hasRow(form.values.about) ? <WhichOne chosen={which} onChoose={setWhich} /> : null}
      />
      <RadioGroup
        {...form.field('way')}
        label={t('way.label')}
        hint={t('reply')}
        options={Ways.map(({ Way, To }) => ({ value: Way, label: t(`way.${Way}`, { to: To }) }))}
        value={form.values.way as ComplaintOwnWay | ''}
      />
      <SubmitButton form={form}>{t('send')}</SubmitButton>
    </FormPage>
  );
}
