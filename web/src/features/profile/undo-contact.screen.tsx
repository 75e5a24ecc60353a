import { undoContactChange } from '@wattle/contract/profile/contacts.ts';
import { useState } from 'react';
import { Link, Navigate } from '../../router/public.ts';
import { send } from '../../api/send.ts';
import { useBrand } from '../../brand/brand.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { linkSecret } from '../../mailed-link.ts';
import { paths } from '../../paths.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { WithEmail } from '../../ui/email-text.tsx';
import { DonePage } from '../access/done-page.part.tsx';
import { EntryPage } from '../access/entry-page.part.tsx';

const REFUSED = ['20060', '20062', '20314'] as const;
const undoLink = linkSecret('undoContact');
const isOfLink = (code: string): code is (typeof REFUSED)[number] => REFUSED.some((one) => one === code);

/**
 * Undoes a change of contact by the link that was sent to the previous contact. Opening the page changes nothing; the
 * button restores the contact.
 */
export function UndoContactScreen() {
  const [token] = useState(undoLink.held);
  return token === null ? <Navigate to={paths.accountSignIn()} replace /> : <UndoContact token={token} />;
}

function UndoContact({ token }: { readonly token: string }) {
  const t = useTexts('undoContact');
  const wordsOfCode = useErrorTexts();
  const { SupportPhoneNumber: phone } = useBrand();
  const [done, setDone] = useState<{
    readonly sentTo: string | null;
    readonly desk: 'signedOut' | 'restored' | undefined;
  } | null>(null);
  const fields = {};
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: undoContactChange,
      body: () => ({ token }),
      send: (body) => send(undoContactChange, { body }),
      onDone: ({ LinkSentTo: sentTo, Desk: desk }) => {
        undoLink.forget();
        setDone({ sentTo, desk });
      },
    }),
    refusalWords: ({ code }) => (isOfLink(code) ? t(`refused.${code}`) : wordsOfCode(code)),
  });
  if (done?.desk) {
    return (
      <DonePage title={t('done.deskTitle')} picture={<AppIcon name="person" />}>
        <p className="entry__lead">{t('done.desk', { phone })}</p>
        {done.desk === 'signedOut' ? <p>{t('done.deskSignedOut')}</p> : null}
      </DonePage>
    );
  }
  if (done) {
    const { sentTo } = done;
    return (
      <DonePage title={t('done.title')} picture={<AppIcon name="person" />}>
        <p className="entry__lead">
          <WithEmail text={sentTo === null ? t('done.young', { phone }) : t('done.lead', { to: sentTo })} />
        </p>
        <p>{t('done.check', { phone })}</p>
        <div className="entry__actions">
          <Link className={buttonClass({ wide: true })} to={paths.accountSignIn()}>
            {t('done.signIn')}
          </Link>
        </div>
      </DonePage>
    );
  }
  return (
    <EntryPage
      title={t('title')}
      lead={t('lead')}
      back={paths.accountSignIn()}
      help={form.refusal ? t('help', { phone }) : undefined}
      form={form}
    >
      {form.refusal && isOfLink(form.refusal.code) ? (
        // The link is no longer valid.
        <Link className={buttonClass({ wide: true })} to={paths.accountSignIn()}>
          {t('done.signIn')}
        </Link>
      ) : (
        <SubmitButton form={form}>{t('submit')}</SubmitButton>
      )}
    </EntryPage>
  );
}
