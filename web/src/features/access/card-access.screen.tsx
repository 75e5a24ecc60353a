import { useLocation, useNavigate } from 'react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { checkCardNumber, nameCard } from './card-access.ts';
import { ENTRY_FIELD_ID, EntryPage } from './entry-page.tsx';
import { isOffline, OFFLINE } from './offline.ts';
import { type EntryProblem, useEntryForm } from './use-entry-form.ts';

/** Forgotten card details, first step: which card it is. */
export function CardAccessScreen() {
  const t = useTexts('recovery');
  const access = useTexts('access');
  const navigate = useNavigate();
  const { hasEnded } = (useLocation().state ?? {}) as { readonly hasEnded?: boolean };

  const submit = async (typed: string): Promise<EntryProblem | null> => {
    const failure = await nameCard(typed);
    if (failure?.code === '20010') return { key: 'cardAccessCardNumberInvalid' };
    if (failure) return { code: isOffline(failure) ? OFFLINE : failure.code };
    await navigate(paths.cardAccessPin());
    return null;
  };

  const form = useEntryForm({ name: access('cardNumber.name'), check: checkCardNumber, submit });
  return (
    <EntryPage
      title={t('cardAccess.number.title')}
      lead={t('cardAccess.number.lead')}
      back={paths.cardSignIn()}
      step={1}
      notice={hasEnded ? <Banner role="status">{t('cardAccess.ended')}</Banner> : null}
      form={form}
    >
      <Field
        id={ENTRY_FIELD_ID}
        name="cardnumber"
        label={access('cardNumber.label')}
        hint={access('cardNumber.hint')}
        error={form.error ?? undefined}
        value={form.value}
        onValue={form.setValue}
        inputMode="numeric"
        autoComplete="cc-number"
        spellCheck={false}
        figures
      />
      <Button type="submit" wide busy={form.isBusy}>
        {t(form.isBusy ? 'cardAccess.busy' : 'cardAccess.next')}
      </Button>
    </EntryPage>
  );
}
