import { verifyAnswer } from '@wattle/contract/reset/reset.ts';
import { Link, useNavigate } from '../../router/public.ts';
import { send } from '../../api/send.ts';
import { useBrand } from '../../brand/brand.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Field } from '../../ui/fields/field.tsx';
import { EntryPage } from '../access/entry-page.part.tsx';
import { goTo, type HeldReset } from './reset-session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DonePage } from '../access/done-page.part.tsx';

/** Shown when no security question was ever chosen: support gives a backup token. */
function NoQuestion() {
  const t = useTexts('reset');
  const { SupportPhoneNumber: phone } = useBrand();
  return (
    <DonePage title={t('noQuestion.title')} tone="brand" picture={<Icon name="phone" />}>
      <p className="entry__lead">{t('noQuestion.lead', { phone })}</p>
      <div className="entry__actions">
        <Link className={buttonClass({ wide: true })} to={paths.requestBackupReset()}>
          {t('noQuestion.haveOne')}
        </Link>
      </div>
    </DonePage>
  );
}

type AnswerFormProps = {
  readonly held: HeldReset;
  /** Null: the person has chosen none. */
  readonly question: string | null;
  readonly onOver: (code: string) => void;
};

/** The security question. */
export function AnswerForm({ held, question, onOver }: AnswerFormProps) {
  const t = useTexts('reset');
  const navigate = useNavigate();
  const { SupportPhoneNumber: phone } = useBrand();
  const fields = { answer: { called: t('answer.called') } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: verifyAnswer,
      body: ({ answer }) => ({ token: held.token, answer }),
      send: (body) => send(verifyAnswer, { body }),
      onDone: async ({ NavigateToPage, CodeSentTo }, { answer }) => {
        goTo(CodeSentTo === null ? { at: 'password' } : { at: 'code', sentTo: CodeSentTo }, answer);
        if (NavigateToPage === 'cardIdentityAuth') await navigate(paths.cardIdentityAuth());
      },
      onRefused: ({ code }) => {
        if (code !== '20060' && code !== '20062') return undefined;
        onOver(code);
        return null;
      },
    }),
  });
  if (question === null) return <NoQuestion />;
  const back = held.tokens ? paths.requestPasswordReset() : paths.accountSignIn();
  const { code } = form.refusal ?? {};
  return (
    <EntryPage
      title={t('answer.title')}
      lead={held.name === null ? t('answer.lead') : t('answer.leadFor', { name: held.name })}
      back={back}
      help={
        code === '20061' ? t('answer.wrong', { phone }) : code === '20043' ? t('answer.locked', { phone }) : undefined
      }
      form={form}
      after={
        <p className="entry__ways">
          <Link className="entry__way" to={paths.requestBackupReset()}>
            {t('answer.byBackup')}
          </Link>
        </p>
      }
    >
      <Field {...form.field('answer')} label={question} hint={t('answer.hint')} autoComplete="off" spellCheck={false} />
      <SubmitButton form={form} busy={t('checking')}>
        {t('continue')}
      </SubmitButton>
    </EntryPage>
  );
}
