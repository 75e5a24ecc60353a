import {
  COMPLAINT_SUBJECTS,
  COMPLAINT_TEXT_MAXIMUM,
  COMPLAINT_WISH_MAXIMUM,
  type ComplaintSubject,
} from '@wattle/contract/complaints/complaint.ts';
import type { ReactNode } from 'react';
import type { FormField } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Field } from '../../ui/fields/field.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';

/** Specifications of those fields. */
export function useComplaintFields() {
  const t = useTexts('complaints');
  return {
    about: { label: t('about.label'), called: t('about.called'), isChosen: true },
    words: { label: t('words.label'), called: t('words.called') },
    wish: { label: t('wish.label'), called: t('wish.called') },
  };
}

type ComplaintFieldsProps = {
  readonly field: (name: 'about' | 'words' | 'wish') => FormField;
  /** The choice of a transaction. */
  readonly which?: ReactNode;
};

/** The fields that every complaint has. */
export function ComplaintFields({ field, which = null }: ComplaintFieldsProps) {
  const t = useTexts('complaints');
  const about = field('about');
  return (
    <>
      <RadioGroup
        {...about}
        label={t('about.label')}
        options={COMPLAINT_SUBJECTS.map((value) => ({ value, label: t(`about.${value}`) }))}
        value={about.value as ComplaintSubject | ''}
        areTiles
      />
      {which}
      <TextArea {...field('words')} label={t('words.label')} limit={COMPLAINT_TEXT_MAXIMUM} />
      <Field {...field('wish')} label={t('wish.label')} hint={t('wish.hint')} limit={COMPLAINT_WISH_MAXIMUM} />
    </>
  );
}
