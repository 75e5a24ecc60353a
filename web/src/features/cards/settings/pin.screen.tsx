import { changePin } from '@wattle/contract/cards/settings.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useState } from 'react';
import { Link } from '../../../router/public.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { EditSection, useOpenSection } from '../../../journey/edit-section.tsx';
import { OutcomePage } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { NewCodeFields } from '../../../ui/fields/new-code-fields.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { cardWords } from '../public.ts';
import { type Managed, SettingPage } from './setting-page.part.tsx';
import { offers } from './settings.domain.ts';
import { savingBy, useRefetchCards } from './use-saved.ts';

const REFUSED_PIN = { pin: 'tryAgainPinText', again: 'tryAgainPinText' } as const;
const NOTHING = { pin: '', again: '', password: '' };

/** The PIN of the card, changed with the password of the sign-in. */
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
          <PinSection {...managed} onChanged={() => setChanged(managed.card)} />
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

function PinSection({ card, onChanged }: Managed & { readonly onChanged: () => void }) {
  const t = useTexts('settings');
  const section = useOpenSection();
  const refetch = useRefetchCards();
  const fields = {
    pin: { label: t('pin.new'), called: t('pin.called'), isPin: true, shown: () => '••••' },
    again: { label: t('pin.again'), called: t('pin.called'), isPin: true },
    password: { label: t('password.label'), called: t('password.called'), isSecret: true },
  };
  const rules = operationRules(fields, {
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
  });
  return (
    <div className="panel">
      <EditSection
        section={section}
        id="card-pin"
        title={t('pin.section')}
        hint={t('pin.hint')}
        rows={[{ term: t('pin.title'), value: '••••' }]}
        saved={NOTHING}
        fields={fields}
        check={rules.check}
        save={savingBy(rules)}
        asksFirst
        action={t('pin.save')}
      >
        {(form) => (
          <>
            <NewCodeFields
              {...form.twice('pin', 'again')}
              label={t('pin.new')}
              againLabel={t('pin.again')}
              matched={t('pin.matched')}
            />
            <PasswordField {...form.field('password')} label={t('password.label')} autoComplete="current-password" />
          </>
        )}
      </EditSection>
    </div>
  );
}
