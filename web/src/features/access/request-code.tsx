import { requestAccessCode } from '@wattle/contract/access/request-access-code.ts';
import { requestActivationCode } from '@wattle/contract/access/request-activation-code.ts';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { useIsSignedIn } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { CodeRequested } from './code-requested.tsx';
import { ENTRY_FIELD_ID, EntryPage } from './entry-page.tsx';
import { messageOf } from './message-of.ts';
import { isOffline, OFFLINE } from './offline.ts';
import { type EntryProblem, useEntryForm } from './use-entry-form.ts';

export type CodeKind = 'access' | 'activation';

const OPERATIONS = { access: requestAccessCode, activation: requestActivationCode } as const;

/** Asks for a new code by card id. It confirms the same whatever the card id, because the server does. */
export function RequestCode({ kind }: { readonly kind: CodeKind }) {
  const t = useTexts('recovery');
  const access = useTexts('access');
  const navigate = useNavigate();
  const isSignedIn = useIsSignedIn();
  const { BrandIdentifier, CardIdHelpInfoText } = useBrand();
  const [sentFor, setSentFor] = useState<string | null>(null);
  const operation = OPERATIONS[kind];
  const bodyOf = (CardId: string) => ({ CardId, Brand: BrandIdentifier });

  const submit = async (cardId: string): Promise<EntryProblem | null> => {
    const answer = await call(operation, { body: bodyOf(cardId) });
    if (answer.ok) {
      setSentFor(cardId);
      return null;
    }
    if (answer.code === '20010') return { key: 'invalidCardIdLength' };
    if (answer.status === 429) return { code: '429' };
    if (isOffline(answer)) return { code: OFFLINE };
    // Of a server that failed the frame knows already.
    if (answer.status !== 500) await navigate(paths.error(), { state: { code: answer.code } });
    return null;
  };

  const form = useEntryForm({
    name: access('cardId.name'),
    check: (value) => messageOf(z.safeParse(operation.body, bodyOf(value))),
    submit,
  });
  if (sentFor !== null) return <CodeRequested kind={kind} cardId={sentFor} />;
  return (
    <EntryPage
      title={t(`request.${kind}.title`)}
      lead={t(`request.${kind}.lead`)}
      back={isSignedIn ? paths.cardHome() : paths.cardSignIn()}
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
      <Field
        id={ENTRY_FIELD_ID}
        name="cardid"
        label={access('cardId.label')}
        hint={CardIdHelpInfoText ?? access('cardId.hint')}
        error={form.error ?? undefined}
        value={form.value}
        onValue={form.setValue}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        figures
      />
      <Button type="submit" wide busy={form.isBusy}>
        {t(form.isBusy ? 'request.sending' : 'request.submit')}
      </Button>
    </EntryPage>
  );
}
