import { verifyBackupResetToken } from '@wattle/contract/reset/reset.ts';
import { useState } from 'react';
import { Link, useNavigate } from '../../router/public.ts';
import { send } from '../../api/send.ts';
import { useBrand } from '../../brand/brand.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DonePage } from '../access/done-page.part.tsx';
import { EntryPage } from '../access/entry-page.part.tsx';
import { BackupForm } from './backup-form.tsx';
import { endReset, type HeldReset, useReset } from './reset-session.ts';
import { ResetWarning } from './reset-warning.tsx';

/** A backup token in place of the security answer, within a reset that has begun. */
export function RequestBackupResetScreen() {
  const navigate = useNavigate();
  const { held } = useReset();
  const [backupToken, setBackupToken] = useState<string | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  if (isLeaving) return null;
  if (!held) return <BeginFirst />;
  const onDone = async () => {
    setIsLeaving(true);
    await navigate(paths.backupResetSuccess(), { replace: true, state: { isReset: true } });
    endReset();
  };
  return (
    <>
      {backupToken === null ? (
        <TokenForm held={held} onDone={setBackupToken} />
      ) : (
        <BackupForm held={held} backupToken={backupToken} onDone={onDone} onRefused={() => setBackupToken(null)} />
      )}
      <ResetWarning held={held} />
    </>
  );
}

type TokenFormProps = { readonly held: HeldReset; readonly onDone: (backupToken: string) => void };

function TokenForm({ held, onDone }: TokenFormProps) {
  const t = useTexts('reset');
  const wordsOfCode = useErrorTexts();
  const { SupportPhoneNumber: phone } = useBrand();
  const fields = { backupToken: { called: t('backup.called') } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: verifyBackupResetToken,
      body: ({ backupToken }) => ({ token: held.token, backupToken }),
      send: (body) => send(verifyBackupResetToken, { body }),
      onDone: (_, { backupToken }) => onDone(backupToken),
    }),
    refusalWords: ({ code }) => (code === '20060' ? t('backup.wrong') : wordsOfCode(code)),
  });
  return (
    <EntryPage
      title={t('backup.title')}
      lead={t('backup.lead')}
      back={paths.reset()}
      help={form.refusal ? t('backup.help', { phone }) : undefined}
      form={form}
    >
      <Field
        {...form.field('backupToken')}
        label={t('backup.label')}
        hint={t('backup.hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        figures
      />
      <SubmitButton form={form} busy={t('checking')}>
        {t('continue')}
      </SubmitButton>
    </EntryPage>
  );
}

function BeginFirst() {
  const t = useTexts('reset');
  return (
    <DonePage title={t('backup.beginTitle')} tone="brand" picture={<Icon name="lock" />}>
      <p className="entry__lead">{t('backup.beginLead')}</p>
      <div className="entry__actions">
        <Link className={buttonClass({ wide: true })} to={paths.requestPasswordReset()}>
          {t('request.byAccount')}
        </Link>
        <Link className={buttonClass({ tone: 'line', wide: true })} to={paths.requestReset()}>
          {t('account.byLink')}
        </Link>
      </div>
    </DonePage>
  );
}
