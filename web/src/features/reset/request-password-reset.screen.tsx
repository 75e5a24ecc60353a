import { token, type TokenResponse } from '@wattle/contract/access/sign-in.ts';
import { getSecurityQuestions, requestResetPassword } from '@wattle/contract/reset/reset.ts';
import { Link, useNavigate } from '../../router/public.ts';
import { send } from '../../api/send.ts';
import { useBrand } from '../../brand/brand.ts';
import { type Failed, refusalOf } from '../../form/form.domain.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Field } from '../../ui/fields/field.tsx';
import { EntryPage } from '../access/entry-page.part.tsx';
import { startAccountReset } from './reset-session.ts';

/** Where a refusal stays on the form. */
type Ended = Failed<'account'> | null;

/** Asks for an account number. Every number continues, so that the page does not reveal which exist. */
export function RequestPasswordResetScreen() {
  const t = useTexts('reset');
  const validation = useTexts('validation');
  const navigate = useNavigate();
  const { BrandIdentifier: brand, TenantId, BrandId } = useBrand();
  const fields = { account: { called: t('account.called') } };

  const begin = async (opened: TokenResponse, accountNumber: string): Promise<Ended> => {
    const bearer = opened.access_token;
    const begun = await send(requestResetPassword, { body: { accountToken: bearer } });
    if (!begun.ok) return { refusal: refusalOf(begun, [], navigator.onLine) };
    const asked = await send(getSecurityQuestions, { body: { accountNumber } }, bearer);
    if (!asked.ok) return { refusal: refusalOf(asked, [], navigator.onLine) };
    startAccountReset(begun.value.token ?? '', asked.value.username, opened);
    await navigate(begun.value.NavigateToPage === 'cardIdentityAuth' ? paths.cardIdentityAuth() : paths.reset());
    return null;
  };
  const form = useForm({
    fields,
    // The account is one of this brand, not one at a bank: its number has nine digits.
    problemWords: (name, key) =>
      key === 'errorAccountNumberInvalid' ? t('account.invalid') : validation(key, { field: fields[name].called }),
    rules: {
      check: ({ account }) => {
        const typed = account.replace(/\s/g, '');
        if (typed === '') return { account: 'required' };
        return /^\d{9}$/.test(typed) ? {} : { account: 'errorAccountNumberInvalid' };
      },
      submit: async ({ account }): Promise<Ended> => {
        const accountNumber = account.replace(/\s/g, '');
        const opened = await send(token, {
          body: {
            grant_type: 'accountnumber',
            brand,
            tenantId: String(TenantId),
            brandId: String(BrandId),
            accountNumber,
          },
        });
        if (!opened.ok) return { refusal: refusalOf(opened, ['account'], navigator.onLine) };
        return begin(opened.value, accountNumber);
      },
    },
  });
  return (
    <EntryPage
      title={t('account.title')}
      lead={t('account.lead')}
      back={paths.accountSignIn()}
      form={form}
      after={
        <p className="entry__ways">
          <Link className="entry__way" to={paths.requestReset()}>
            {t('account.byLink')}
          </Link>
        </p>
      }
    >
      <Field
        {...form.field('account')}
        label={t('account.label')}
        hint={t('account.hint')}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        figures
      />
      <SubmitButton form={form} busy={t('checking')}>
        {t('continue')}
      </SubmitButton>
    </EntryPage>
  );
}
