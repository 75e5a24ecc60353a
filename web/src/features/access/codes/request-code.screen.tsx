import { requestAccessCode, requestActivationCode } from '@wattle/contract/access/codes.ts';
import { useState } from 'react';
import { Link, useNavigate } from '../../../router/public.ts';
import type { CallFailure } from '../../../api/send.ts';
import { useBrand } from '../../../brand/brand.ts';
import { type Failed, isUnknown } from '../../../form/form.domain.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useHelpWords } from '../../../layout/use-help-words.ts';
import { paths } from '../../../paths.ts';
import { useIsSignedIn } from '../../../session/session.ts';
import { CARD_ID, NumberField } from '../../../ui/fields/number-field.tsx';
import { EntryPage } from '../entry-page.part.tsx';
import { type CodeKind, CodeRequested } from './code-requested.tsx';

const OPERATIONS = { access: requestAccessCode, activation: requestActivationCode } as const;

/** Asks for a new code by card id. The confirmation is the same for every card id, as the server's answer is. */
export function RequestCode({ kind }: { readonly kind: CodeKind }) {
  const t = useTexts('recovery');
  const access = useTexts('access');
  const navigate = useNavigate();
  const isSignedIn = useIsSignedIn();
  const { BrandIdentifier } = useBrand();
  const help = useHelpWords();
  const [sentFor, setSentFor] = useState<string | null>(null);

  /** Refusals go to the error page; failures stay on the form. */
  const onRefused = async ({ code, status }: CallFailure): Promise<Failed<'CardId'> | null | undefined> => {
    if (code === '20010') return { problems: { CardId: 'invalidCardIdLength' } };
    if (isUnknown(status) || status === 429) return undefined;
    await navigate(paths.error(), { state: { code } });
    return null;
  };

  const fields = { CardId: { called: access('cardId.name') } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: OPERATIONS[kind],
      body: ({ CardId }) => ({ CardId, Brand: BrandIdentifier }),
      onDone: (_, { CardId }) => setSentFor(CardId),
      onRefused,
    }),
  });
  if (sentFor !== null) return <CodeRequested kind={kind} cardId={sentFor} />;
  return (
    <EntryPage
      title={t(`request.${kind}.title`)}
      lead={t(`request.${kind}.lead`)}
      back={isSignedIn ? paths.cardHome() : kind === 'activation' ? paths.cardActivate() : paths.cardSignIn()}
      form={form}
      after={
        <p className="entry__ways">
          <Link
            className="entry__way"
            to={kind === 'access' ? paths.requestActivationCode() : paths.requestAccessCode()}
          >
            {t(`request.${kind}.other`)}
          </Link>
        </p>
      }
    >
      <NumberField
        {...form.field('CardId')}
        {...CARD_ID}
        label={access('cardId.label')}
        hint={help.cardId ?? access('cardId.hint')}
        autoComplete="off"
      />
      <SubmitButton form={form} busy={t('request.sending')}>
        {t('request.submit')}
      </SubmitButton>
    </EntryPage>
  );
}

export function RequestAccessCodeScreen() {
  return <RequestCode kind="access" />;
}

export function RequestActivationCodeScreen() {
  return <RequestCode kind="activation" />;
}
