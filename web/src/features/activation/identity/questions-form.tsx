import type {
  IdentityQuestion,
  submitAuthAnswers,
  submitAuthAnswersForForgotPassword,
} from '@wattle/contract/identity/questions.ts';
import { answerText } from '@wattle/contract/rules/typed-text.ts';
import { useState, useSyncExternalStore } from 'react';
import { matchesMedia, watchMedia } from '../../../browser/media.ts';
import type { CallFailure } from '../../../api/send.ts';
import { useBrand } from '../../../brand/brand.ts';
import { FormPage } from '../../../form/form-page.tsx';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { type Form, useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import type { callActivation } from '../activation-session.ts';
import { useIdentityRefused } from './use-identity-refused.ts';

const NARROW = '(max-width: 991px)';

const watch = (onChange: () => void) => watchMedia(NARROW, onChange);

/** Whether the page is that of a phone: under 992 px. */
function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => matchesMedia(NARROW));
}

const WRONG = '20248';

/** Calls of the questions: within an activation or a reset. */
export type IdentityAsk = {
  readonly call: typeof callActivation;
  readonly submit: typeof submitAuthAnswers | typeof submitAuthAnswersForForgotPassword;
};

type QuestionsFormProps = {
  readonly ask: IdentityAsk;
  readonly questions: readonly IdentityQuestion[];
  readonly onPassed: () => Promise<void>;
};

/**
 * The questions: together on a desktop, one after the other on a phone. An answer without letters or digits is marked
 * at its question before it is sent, since a wrong answer counts.
 */
export function QuestionsForm({ ask, questions, onPassed }: QuestionsFormProps) {
  const t = useTexts('identity');
  const isNarrow = useIsNarrow();
  const { SupportPhoneNumber: phone } = useBrand();
  const [at, setAt] = useState(0);
  const names = questions.map((_, index) => `q${index + 1}`);
  const fields = Object.fromEntries(
    questions.map(({ PossibleAnswers }, index) => [
      names[index] ?? '',
      { called: t('auth.name'), isChosen: PossibleAnswers !== null },
    ]),
  );
  const isLast = !isNarrow || at >= questions.length - 1;
  const leave = useIdentityRefused();
  const onRefused = async (failure: CallFailure) => {
    const left = await leave(failure);
    if (left === undefined) setAt(0);
    return left;
  };
  const all = operationRules(fields, {
    operation: ask.submit,
    body: (values) => ({
      Answers: questions.map(({ EntityAuthenticationDetailId }, index) => ({
        EntityAuthenticationDetailId,
        Answer: values[`q${index + 1}`] ?? '',
      })),
    }),
    // Further questions follow.
    also: (values) =>
      Object.fromEntries(
        names
          .slice(0, isLast ? names.length : at + 1)
          .filter((name) => answerText(values[name] ?? '') === '')
          .map((name) => [name, 'required']),
      ),
    blamed: names,
    send: (body) => ask.call(ask.submit, { body }),
    onDone: onPassed,
    onRefused,
  });
  const form: Form<string> = useForm({
    fields,
    rules: isLast
      ? all
      : {
          check: all.check,
          submit: async () => {
            setAt(at + 1);
            return 'paused';
          },
        },
  });
  return (
    <FormPage
      title={t('auth.title')}
      lead={t('auth.lead')}
      help={form.refusal?.code === WRONG ? t('help', { phone }) : undefined}
      form={form}
      className="activation__form"
    >
      {questions.map((question, index) =>
        isNarrow && index !== at ? null : (
          <Answer key={question.EntityAuthenticationDetailId} question={question} field={form.field(`q${index + 1}`)} />
        ),
      )}
      {isLast ? (
        <SubmitButton form={form} busy={t('busy')}>
          {t('auth.submit')}
        </SubmitButton>
      ) : (
        <Button type="submit" wide>
          {t('auth.next')}
        </Button>
      )}
      {isNarrow && at > 0 ? (
        <Button tone="text" wide onClick={() => setAt(at - 1)}>
          {t('auth.before')}
        </Button>
      ) : null}
    </FormPage>
  );
}

type AnswerProps = { readonly question: IdentityQuestion; readonly field: ReturnType<Form<string>['field']> };

function Answer({ question: { Question, PossibleAnswers }, field }: AnswerProps) {
  const t = useTexts('identity');
  if (PossibleAnswers === null) {
    return <Field {...field} label={Question} hint={t('auth.hint')} autoComplete="off" spellCheck={false} />;
  }
  return (
    <RadioGroup
      id={field.id}
      name={field.name}
      label={Question}
      error={field.error}
      options={PossibleAnswers.map((answer) => ({ value: answer, label: answer }))}
      value={field.value}
      onValue={field.onValue}
      areTiles
    />
  );
}
