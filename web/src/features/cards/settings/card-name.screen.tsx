import { changeName } from '@wattle/contract/cards/settings.ts';
import { CARD_NAME_MAXIMUM } from '@wattle/contract/rules/card-name.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { useNavigate } from '../../../router/public.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { cardReferenceOf } from '../cards.domain.ts';
import { type Managed, SettingPage } from './setting-page.part.tsx';
import { offers } from './settings.domain.ts';
import { SettingForm } from './setting-form.tsx';
import { useRefetchCards } from './use-saved.ts';

/** The cardholder's own name for the card, saved without a review. */
export function CardNameScreen() {
  const t = useTexts('settings');
  return (
    <SettingPage title={t('name.title')} isOffered={offers.name}>
      {(managed) => <NameForm {...managed} />}
    </SettingPage>
  );
}

function NameForm({ card }: Managed) {
  const t = useTexts('settings');
  const navigate = useNavigate();
  const refetch = useRefetchCards();
  const fields = { name: { called: t('name.called'), initial: card.CardName } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: changeName,
      body: ({ name }) => ({ Card: cardReferenceOf(card), CardName: name }),
      names: { CardName: 'name' },
      onDone: async (_, { name }) => {
        await refetch();
        showToast({ text: () => t('name.saved', { name }) });
        await navigate(paths.settings());
      },
    }),
  });
  return (
    <SettingForm form={form}>
      <Field
        {...form.field('name')}
        label={t('name.label')}
        hint={t('name.hint')}
        autoComplete="off"
        limit={CARD_NAME_MAXIMUM}
      />
      <SubmitButton form={form}>{t('name.save')}</SubmitButton>
    </SettingForm>
  );
}
