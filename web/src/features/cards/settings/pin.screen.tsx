import { changePin } from '@wattle/contract/cards/settings.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useState } from 'react';
import { Link } from '../../../router/public.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { OutcomePage } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { NewCodeFields } from '../../../ui/fields/new-code-fields.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { cardWords } from '../public.ts';
import { type Managed, SettingPage } from './setting-page.part.tsx';
import { offers } from './settings.domain.ts';
import { SettingForm } from './setting-form.tsx';
import { useRefetchCards } from './use-saved.ts';

const REFUSED_PIN = { pin: 'tryAgainPinText', again: 'tryAgainPinText' } as const;

/** The PIN of the card, saved without a review, by the password of the sign-in. */
export function PinScreen() {
  const t = useTexts('settings');
  const [changed, setChanged] = useState<CardSummary | null>(null);
  if (changed) return <PinChanged card={changed} />;
  return (
    <SettingPage title={t('pin.title')} isOffered={offers.pin}>
      {(managed) =>
        managed.card.PinHeldBy === 'processor' ? (
          <PinElsewhere />
        ) : (
          <PinForm {...managed} onChanged={() => setChanged(managed.card)} />
        )
      }
    </SettingPage>
  );
}

/** The PIN of a card that its processor keeps. */
function PinElsewhere() {
  const t = useTexts('settings');
  return <Banner title={t('pin.elsewhere')}>{t('pin.elsewhereText')}</Banner>;
}

function PinChanged({ card }: Pick<Managed, 'card'>) {
  const t = useTexts('settings');
  return (
    <OutcomePage
      state="done"
      title={t('pin.done')}
      lead={<p>{t('pin.doneText', { card: cardWords(card) })}</p>}
      ways={
        <>
          <Link className={buttonClass({ wide: true })} to={paths.settings()}>
            {t('pin.toSettings')}
          </Link>
          <Link className={buttonClass({ tone: 'tonal', wide: true })} to={paths.cardHome()}>
            {t('done.cards')}
          </Link>
        </>
      }
    />
  );
}

function PinForm({ card, onChanged }: Managed & { readonly onChanged: () => void }) {
  const t = useTexts('settings');
  const refetch = useRefetchCards();
  const fields = {
    pin: { called: t('pin.called'), isPin: true },
    again: { called: t('pin.called'), isPin: true },
    password: { called: t('password.called'), isSecret: true },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: changePin,
      body: ({ pin, password }) => ({
        memberNumber: card.AccountNumber,
        maskedCard: card.MaskedCardNumber,
        expiryDate: card.ExpirationDate,
        pin,
        password,
      }),
      also: ({ pin, again }) => (pin === again ? {} : REFUSED_PIN),
      onRefused: ({ code, field }) => (code === '20010' && field === 'pin' ? { problems: REFUSED_PIN } : undefined),
      onDone: async () => {
        await refetch();
        onChanged();
      },
    }),
  });
  return (
    <SettingForm form={form}>
      <NewCodeFields
        {...form.twice('pin', 'again')}
        label={t('pin.new')}
        againLabel={t('pin.again')}
        hint={t('pin.hint')}
        matched={t('pin.matched')}
      />
      <PasswordField {...form.field('password')} label={t('password.label')} autoComplete="current-password" />
      <SubmitButton form={form}>{t('pin.save')}</SubmitButton>
    </SettingForm>
  );
}
