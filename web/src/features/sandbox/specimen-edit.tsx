import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import '../../ui/pages/panel.css';
import { useState } from 'react';
import type { Problems, Values } from '../../form/form.domain.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, useOpenSection } from '../../journey/edit-section.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';

type Phone = 'mobile' | 'home';

const MOBILES = ['0400 000 001', '0400 000 002', '0400 000 003'];

/** Two sections of saved values. A button changes the first one as another device would. */
export function EditSections() {
  const t = useTexts('sandbox');
  const section = useOpenSection();
  const [phones, setPhones] = useState<Values<Phone>>({ mobile: MOBILES[0] ?? '', home: '' });
  const [card, setCard] = useState<Values<'name'>>({ name: 'Everyday' });
  const required = (key: 'mobile' | 'name', values: Readonly<Record<string, string>>) =>
    isBlank(values[key] ?? '') ? { [key]: 'required' } : {};
  return (
    <>
      <div className="panel">
        <EditSection
          section={section}
          id="edit-phones"
          title={t('edit.phones')}
          as="h4"
          hint={t('edit.phonesHint')}
          rows={[
            { term: t('edit.mobile'), value: phones.mobile },
            { term: t('edit.home'), value: phones.home || t('edit.none') },
          ]}
          saved={phones}
          fields={{
            mobile: { label: t('edit.mobile'), called: t('edit.mobileCalled') },
            home: { label: t('edit.home') },
          }}
          check={(values): Problems<Phone> => required('mobile', values)}
          save={async ({ values, read }) => {
            if (read.mobile !== phones.mobile) return 'changed';
            setPhones(values);
            return null;
          }}
          action={t('edit.savePhones')}
        >
          {(form) => (
            <>
              <Field {...form.field('mobile')} label={t('edit.mobile')} inputMode="tel" autoComplete="tel" figures />
              <Field {...form.field('home')} label={t('edit.home')} inputMode="tel" autoComplete="home tel" figures />
            </>
          )}
        </EditSection>
        <EditSection
          section={section}
          id="edit-card"
          title={t('edit.card')}
          as="h4"
          rows={[{ term: t('edit.cardName'), value: card.name }]}
          saved={card}
          fields={{ name: { label: t('edit.cardName'), called: t('edit.cardNameCalled') } }}
          check={(values): Problems<'name'> => required('name', values)}
          save={async ({ values }) => {
            setCard(values);
            return null;
          }}
          asksFirst
          action={t('edit.saveCard')}
        >
          {(form) => <Field {...form.field('name')} label={t('edit.cardName')} autoComplete="off" />}
        </EditSection>
      </div>
      <Button
        small
        tone="tonal"
        onClick={() =>
          setPhones({ ...phones, mobile: MOBILES[(MOBILES.indexOf(phones.mobile) + 1) % MOBILES.length] ?? '' })
        }
      >
        {t('edit.elsewhere')}
      </Button>
    </>
  );
}
