import { confirmContact } from '@wattle/contract/profile/contacts.ts';
import { call } from '../../api/call.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { WithEmail } from '../../ui/email-text.tsx';
import { ErrorSummary } from '../../ui/fields/error-summary.tsx';
import type { Person } from './person.domain.ts';
import { useRefetchPerson } from './use-save-person.ts';

type PendingContactProps = {
  readonly pending: Person['PendingContacts'][number];
  /** True: the new contact replaces no other one. */
  readonly isFirst: boolean;
  /** True: the person may enter another contact, or the same one again. */
  readonly mayEdit: boolean;
  readonly onConfirmed: () => void;
};

/** Asks for the code sent to a new contact. The old contact remains until then. */
export function PendingContact({ pending, isFirst, mayEdit, onConfirmed }: PendingContactProps) {
  const { Channel, Value } = pending;
  const t = useTexts('myAccount');
  const wordsOfCode = useErrorTexts();
  const refetch = useRefetchPerson();
  const fields = { code: { called: t('pending.called'), id: `code-${Channel}` } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: confirmContact,
      body: ({ code }) => ({ Channel, code }),
      send: (body) => call(confirmContact, { body }),
      onDone: async () => {
        onConfirmed();
        await refetch();
      },
    }),
    refusalWords: ({ code }) => (code === '20052' ? t('pending.wrong') : wordsOfCode(code)),
  });
  return (
    <section className="panel my-account__panel" aria-labelledby={`pending-${Channel}`}>
      <form className="my-account__pending" noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
        <ErrorSummary problems={form.problems} attempt={form.attempt} onRetry={form.retry} />
        <h2 className="my-account__heading" id={`pending-${Channel}`}>
          {t(isFirst ? `pending.first.${Channel}` : `pending.${Channel}`)}
        </h2>
        <p className="my-account__last">
          <WithEmail text={t(isFirst ? 'pending.first' : 'pending.lead', { to: Value })} />
        </p>
        <CodeField {...form.field('code')} label={t('pending.code')} hint={t('pending.hint')} length={6} />
        <SubmitButton form={form}>{t('pending.submit')}</SubmitButton>
        {mayEdit ? <p className="my-account__last">{t('pending.again')}</p> : null}
      </form>
    </section>
  );
}
