import { changePin } from '@wattle/contract/cards/settings.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { EditSection, useOpenSection } from '../../../journey/edit-section.tsx';
import { NewCodeFields } from '../../../ui/new-code-fields.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { type Managed, SettingPage } from './setting-page.part.tsx';
import { offers } from './settings.domain.ts';
import { savingBy, useRefetchCards } from './use-saved.ts';

const NOTHING = { pin: '', again: '', password: '' };

/** The PIN of the card, changed with the password of the sign-in. */
export function PinScreen() {
  const t = useTexts('settings');
  return (
    <SettingPage title={t('pin.title')} isOffered={offers.pin}>
      {(managed) => <PinSection {...managed} />}
    </SettingPage>
  );
}

function PinSection({ card }: Managed) {
  const t = useTexts('settings');
  const validation = useTexts('validation');
  const section = useOpenSection();
  const refetch = useRefetchCards();
  const fields = {
    pin: { label: t('pin.new'), called: t('pin.called'), isSecret: true },
    again: { label: t('pin.again'), called: t('pin.called'), isSecret: true },
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
    also: ({ pin, again }) => (pin === again ? {} : { pin: 'tryAgainPinText' }),
    onRefused: ({ code, field }) =>
      code === '20010' && field === 'pin' ? { problems: { pin: 'tryAgainPinText' } } : undefined,
    onDone: refetch,
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
        action={t('pin.save')}
      >
        {(form) => (
          <>
            <NewCodeFields
              first={{ ...form.field('pin'), label: t('pin.new') }}
              again={{ ...form.field('again'), label: t('pin.again') }}
              matched={t('pin.matched')}
              unmatched={validation('tryAgainPinText')}
            />
            <PasswordField {...form.field('password')} label={t('password.label')} autoComplete="current-password" />
          </>
        )}
      </EditSection>
    </div>
  );
}
