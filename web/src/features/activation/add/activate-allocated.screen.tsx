import '../activation-frame.css';
import { activateAllocatedCard, verifyAllocatedActivationCode } from '@wattle/contract/activation/add-card.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useState } from 'react';
import { Link, Navigate } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { FormPage } from '../../../form/form-page.tsx';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { useHelpWords } from '../../../layout/use-help-words.ts';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { canActivate, cardReferenceOf, cardWords, useCards } from '../../cards/public.ts';
import { useUnreachedUser } from '../../profile/public.ts';
import { NewPin } from './new-pin.tsx';
import { useAfterAdding } from './use-after-adding.ts';

/** A card that is in the list already, allocated or upgraded: the code of its letter, and a PIN. */
export function ActivateAllocatedScreen() {
  const cards = useCards();
  const [asked, setAsked] = useState<CardSummary | null>(null);
  if (cards.isPending) return <SkeletonRows count={3} />;
  if (cards.failure) return <LoadFailed failure={cards.failure} onRetry={cards.refetch} isPage />;
  // The chosen card. Once its code is entered, the page keeps it.
  const card = asked ?? cards.selected;
  if (!card || !canActivate(card)) return <Navigate to={paths.cardHome()} replace />;
  return <Activation card={card} onBegun={() => setAsked(card)} />;
}

function Activation({ card, onBegun }: { readonly card: CardSummary; readonly onBegun: () => void }) {
  const t = useTexts('activation');
  const validation = useTexts('validation');
  const { SupportPhoneNumber: phone } = useBrand();
  const help = useHelpWords();
  const unreached = useUnreachedUser();
  const after = useAfterAdding();
  const [code, setCode] = useState<string | null>(null);
  const Card = cardReferenceOf(card);
  const fields = { code: { called: t('add.code.activation.name'), isSecret: true } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: verifyAllocatedActivationCode,
      body: (values) => ({ Card, code: values.code }),
      onDone: async ({ NextStep }, values) => {
        onBegun();
        if (NextStep === 'pin') setCode(values.code);
        else if (NextStep !== null) await after.goOn(NextStep);
      },
    }),
    problemWords: (_, key) => validation(key, { field: fields.code.called }),
  });
  if (code !== null) {
    return (
      <NewPin
        title={t('add.pin.title')}
        steps={{ step: 2, of: 2 }}
        operation={activateAllocatedCard}
        body={(pin) => ({ Card, code, pin })}
        onDone={({ MaskedCardNumber }) => after.activatedAllocated(MaskedCardNumber)}
      />
    );
  }
  const refused = form.refusal?.code;
  return (
    <FormPage
      title={t('add.allocated.title')}
      lead={t(card.IsUpgradeRequested ? 'add.allocated.upgradeLead' : 'add.allocated.lead', { card: cardWords(card) })}
      back={{ to: paths.cardHome(), link: Link }}
      steps={{ step: 1, of: 2 }}
      help={refused === undefined ? undefined : t(refused === '20245' ? 'add.help.locked' : 'add.help.call', { phone })}
      form={form}
      className="activation__form"
    >
      <CodeField
        {...form.field('code')}
        label={t('add.code.activation.label')}
        hint={help.activationCode ?? t('code.hint')}
        length={6}
      />
      <SubmitButton form={form} busy={t('start.busy')}>
        {t('continue')}
      </SubmitButton>
      {unreached === null ? null : (
        <Banner tone="warning">
          {t('add.allocated.unreached')} <Link to={paths.myAccount()}>{t('add.allocated.toContacts')}</Link>
        </Banner>
      )}
      <p className="activation__small">
        {t('add.code.none')} <Link to={paths.requestActivationCode()}>{t('add.code.request')}</Link>
      </p>
    </FormPage>
  );
}
