import { updateAccessDetails } from '@wattle/contract/profile/contacts.ts';
import { SECURITY_QUESTIONS } from '@wattle/contract/reset/reset.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SummaryList } from '../../ui/pages/summary-list.tsx';
import { useSecurityQuestions } from '../reset/security-questions.part.tsx';
import type { Person } from './person.domain.ts';
import { savingBy, useRefetchPerson } from './use-save-person.ts';

type QuestionSectionProps = { readonly section: OpenSection; readonly person: Person; readonly mayEdit: boolean };

/** Security question for a forgotten password, and its answer. */
export function QuestionSection({ section, person, mayEdit }: QuestionSectionProps) {
  const t = useTexts('myAccount');
  const refetch = useRefetchPerson();
  const questions = useSecurityQuestions();
  const fields = {
    question: { label: t('question'), called: t('question.called'), isChosen: true, id: 'security-question' },
    answer: { label: t('question.answer'), called: t('question.answerCalled'), isSecret: true, id: 'security-answer' },
    password: { label: t('password.old'), called: t('password.oldCalled'), isSecret: true, id: 'question-password' },
  };
  const rules = operationRules(fields, {
    operation: updateAccessDetails,
    body: ({ question, answer, password }) => ({
      SecurityQuestion: SECURITY_QUESTIONS.find((one) => String(one) === question) ?? (0 as 1),
      SecurityQuestionAnswer: answer,
      currentpassword: password,
    }),
    names: { SecurityQuestion: 'question', SecurityQuestionAnswer: 'answer', currentpassword: 'password' },
    onDone: refetch,
  });
  const own = questions.find(({ value }) => value === String(person.SecurityQuestionNumber));
  const rows = [{ term: t('question'), value: own?.label ?? person.SecurityQuestion ?? t('none') }];
  if (!mayEdit) return <SummaryList layout="sides" rows={rows} />;
  return (
    <EditSection
      section={section}
      id="question"
      title={t('question')}
      hint={t('question.hint')}
      rows={rows}
      saved={{ question: '', answer: '', password: '' }}
      fields={fields}
      check={rules.check}
      save={savingBy(rules)}
      action={t('question.save')}
    >
      {(form) => (
        <>
          <Select
            {...form.choice('question')}
            label={t('question')}
            prompt={t('question.prompt')}
            options={questions}
          />
          <Field {...form.field('answer')} label={t('question.answer')} autoComplete="off" spellCheck={false} />
          <PasswordField {...form.field('password')} label={t('password.old')} autoComplete="current-password" />
        </>
      )}
    </EditSection>
  );
}
