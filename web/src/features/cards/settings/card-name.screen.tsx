import { changeName } from '@wattle/contract/cards/settings.ts';
import { CARD_NAME_MAXIMUM } from '@wattle/contract/rules/card-name.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { EditSection, useOpenSection } from '../../../journey/edit-section.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { cardReferenceOf } from '../cards.domain.ts';
import { type Managed, SettingPage } from './setting-page.part.tsx';
import { offers } from './settings.domain.ts';
import { savingBy, useRefetchCards } from './use-saved.ts';

/** Form for the cardholder's own name for the card. */
export function CardNameScreen() {
  const t = useTexts('settings');
  return (
    <SettingPage title={t('name.title')} isOffered={offers.name}>
      {(managed) => <NameSection {...managed} />}
    </SettingPage>
  );
}

function NameSection({ card }: Managed) {
  const t = useTexts('settings');
  const section = useOpenSection();
  const refetch = useRefetchCards();
  const fields = { name: { label: t('name.label'), called: t('name.called') } };
  const rules = operationRules(fields, {
    operation: changeName,
    body: ({ name }) => ({ Card: cardReferenceOf(card), CardName: name }),
    names: { CardName: 'name' },
    onDone: refetch,
  });
  return (
    <div className="panel">
      <EditSection
        section={section}
        id="card-name"
        title={t('name.section')}
        hint={t('name.hint')}
        rows={[{ term: t('name.label'), value: card.CardName }]}
        saved={{ name: card.CardName }}
        fields={fields}
        check={rules.check}
        save={savingBy(rules)}
        asksFirst
        action={t('name.save')}
      >
        {(form) => (
          <Field {...form.field('name')} label={t('name.label')} autoComplete="off" limit={CARD_NAME_MAXIMUM} />
        )}
      </EditSection>
    </div>
  );
}
