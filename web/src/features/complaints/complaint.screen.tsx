import './complaints.css';
import {
  COMPLAINT_WAYS,
  type ComplaintSubject,
  type ComplaintWay,
  sendComplaint,
} from '@wattle/contract/complaints/complaint.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useState } from 'react';
import { send } from '../../api/send.ts';
import { useBrand } from '../../brand/brand.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Link, Navigate } from '../../router/public.ts';
import { useIsUser } from '../../session/session.ts';
import { Field } from '../../ui/fields/field.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { Afca } from './afca.tsx';
import { CallInstead } from './call-instead.tsx';
import { ComplaintFields, useComplaintFields } from './complaint-fields.tsx';

const BACK = { to: paths.contactUs(), link: Link };

/** Form of a complaint by a person who is not signed in, or signed in by a card alone. */
export function ComplaintScreen() {
  const isUser = useIsUser();
  const [sent, setSent] = useState<ResponseOf<typeof sendComplaint>>();
  if (isUser) return <Navigate to={paths.newComplaint()} replace />;
  return sent ? <Sent sent={sent} /> : <VisitorForm onSent={setSent} />;
}

function Sent({ sent: { Reference, AcknowledgeBy, AnswerBy } }: { readonly sent: ResponseOf<typeof sendComplaint> }) {
  const t = useTexts('complaints');
  const format = useFormat();
  const { SupportPhoneNumber: phone } = useBrand();
  return (
    <JourneyPage
      title={t('sent.title')}
      lead={t('sent.text', {
        reference: Reference,
        reply: format.dateOf(AcknowledgeBy),
        answer: format.dateOf(AnswerBy),
      })}
    >
      <p role="status">{t('sent.open')}</p>
      <p>{t('sent.again', { phone })}</p>
      <CallInstead />
      <Afca />
    </JourneyPage>
  );
}

function VisitorForm({ onSent }: { readonly onSent: (sent: ResponseOf<typeof sendComplaint>) => void }) {
  const t = useTexts('complaints');
  const language = useLanguage();
  const { BrandIdentifier: brand } = useBrand();
  const fields = {
    ...useComplaintFields(),
    name: { label: t('name.label'), called: t('name.called') },
    way: { label: t('way.label'), called: t('way.called'), isChosen: true, initial: 'email' },
    email: { label: t('email.label'), called: t('email.called') },
    mobile: { label: t('mobile.label'), called: t('mobile.called') },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: sendComplaint,
      body: ({ about, words, wish, name, way, email, mobile }) => ({
        brand,
        Language: language,
        Name: name,
        Way: way as ComplaintWay,
        ...(way === 'email' ? { Email: email } : { Mobile: mobile }),
        Subject: about as ComplaintSubject,
        Words: words,
        Wish: wish,
      }),
      names: {
        Subject: 'about',
        Words: 'words',
        Wish: 'wish',
        Name: 'name',
        Way: 'way',
        Email: 'email',
        Mobile: 'mobile',
      },
      send: (body) => send(sendComplaint, { body }),
      onDone: onSent,
    }),
  });
  const { way } = form.values;
  return (
    <FormPage
      title={t('title')}
      lead={t('leadVisitor')}
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
      <ComplaintFields field={form.field} />
      <Field {...form.field('name')} label={t('name.label')} autoComplete="name" />
      <RadioGroup
        {...form.field('way')}
        label={t('way.label')}
        hint={t('replyVisitor')}
        options={COMPLAINT_WAYS.map((value) => ({ value, label: t(`wayVisitor.${value}`) }))}
        value={way as ComplaintWay | ''}
      />
      {way === 'email' ? (
        <Field
          {...form.field('email')}
          label={t('email.label')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <PhoneField {...form.field('mobile')} label={t('mobile.label')} />
      )}
      <SubmitButton form={form}>{t('send')}</SubmitButton>
    </FormPage>
  );
}
