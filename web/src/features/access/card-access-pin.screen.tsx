import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { checkPin, findCardAccessDetails, forgetCardAccess, isCardNamed } from './card-access.ts';
import { ENTRY_FIELD_ID, EntryPage } from './entry-page.tsx';
import { isOffline, OFFLINE } from './offline.ts';
import { type EntryProblem, useEntryForm } from './use-entry-form.ts';

const NOT_VERIFIED = '20050';

/** Forgotten card details, second step: the PIN. Without a named card it is the first step. */
export function CardAccessPinScreen() {
  const t = useTexts('recovery');
  const navigate = useNavigate();
  // Asked once: the token is spent while this page still shows.
  const [hasCard] = useState(isCardNamed);

  const submit = async (pin: string): Promise<EntryProblem | null> => {
    const failure = await findCardAccessDetails(pin);
    if (failure?.status === 401 || failure?.status === 403) {
      forgetCardAccess();
      await navigate(paths.cardAccess(), { replace: true, state: { hasEnded: true } });
      return null;
    }
    if (failure?.code === '20010') return { key: 'cardAccessPinNumberInvalid' };
    if (failure) return { code: isOffline(failure) ? OFFLINE : failure.code };
    // In the place of this page, so that the way back leads to the first step and repeats nothing.
    await navigate(paths.cardAccessDetails(), { replace: true });
    return null;
  };

  const form = useEntryForm({ name: t('pin.name'), isSecret: true, check: checkPin, submit });
  if (!hasCard) return <Navigate to={paths.cardAccess()} replace />;
  return (
    <EntryPage
      title={t('cardAccess.pin.title')}
      lead={t('cardAccess.pin.lead')}
      back={paths.cardAccess()}
      step={2}
      help={form.refusal === NOT_VERIFIED ? t('cardAccess.pin.help') : undefined}
      form={form}
    >
      <CodeField
        id={ENTRY_FIELD_ID}
        name="pin"
        label={t('pin.label')}
        hint={t('pin.hint')}
        error={form.error ?? undefined}
        length={4}
        isSecret
        autoComplete="off"
        value={form.value}
        onValue={form.setValue}
      />
      <Button type="submit" wide busy={form.isBusy}>
        {t(form.isBusy ? 'cardAccess.busy' : 'cardAccess.pin.submit')}
      </Button>
    </EntryPage>
  );
}
