import { collect } from '@wattle/contract/store/collection.ts';
import type { CardSecrets } from '@wattle/contract/store/store.ts';
import type { ReactNode } from 'react';
import { useNavigate } from '../../router/public.ts';
import { type CallFailure, send } from '../../api/send.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { type FormFrame, useForm } from '../../form/use-form.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { useErrorTitle } from '../../layout/page-title.ts';
import { paths } from '../../paths.ts';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { ErrorSummary } from '../../ui/fields/error-summary.tsx';
import { savePlacedOrder } from './basket.ts';
import { collectLink } from './held-link.ts';

type CollectFormProps = {
  readonly token: string;
  /** Sender of a gift; null: the link leads to the buyer's order page. */
  readonly sender: string | null;
  readonly onOpened: (card: CardSecrets, code: string) => void;
  readonly onOver: (failure: CallFailure) => void;
};

/** Asks for the collection code, which the buyer was shown and the mail does not have. */
export function CollectForm({ token, sender, onOpened, onOver }: CollectFormProps) {
  const t = useTexts('store');
  const wordsOfCode = useErrorTexts();
  const navigate = useNavigate();
  const fields = { code: { called: t('called.code'), isSecret: true } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: collect,
      body: ({ code }) => ({ Token: token, Code: code }),
      names: { Code: 'code' },
      send: (body) => send(collect, { body }),
      onDone: async ({ OrderId, Cards: [card] }, { code }) => {
        if (card) {
          onOpened(card, code);
          return;
        }
        if (OrderId === null) return;
        collectLink.forget();
        savePlacedOrder({ id: OrderId, basket: '' });
        await navigate(paths.storeOrderConfirmation(), { replace: true });
      },
      onRefused: (failure) => {
        if (failure.code !== '20060' && failure.code !== '20062') return undefined;
        onOver(failure);
        return null;
      },
    }),
    refusalWords: ({ code }) => (code === '20052' ? t('collect.wrong') : wordsOfCode(code)),
  });
  const code = <CodeField {...form.field('code')} label={t('collect.code')} length={6} />;
  if (sender === null) {
    return (
      <FormPage title={t('collect.codeTitle')} lead={t('collect.orderCode')} form={form} className="store-code-form">
        {code}
        <SubmitButton form={form}>{t('collect.orderOpen')}</SubmitButton>
      </FormPage>
    );
  }
  return (
    <GiftForm form={form} sender={sender}>
      {code}
      <SubmitButton form={form}>{t('collect.giftOpen')}</SubmitButton>
    </GiftForm>
  );
}

type GiftFormProps = { readonly form: FormFrame; readonly sender: string; readonly children: ReactNode };

/** The same below the card of a gift, whose page has its heading already. */
function GiftForm({ form, sender, children }: GiftFormProps) {
  const t = useTexts('store');
  useErrorTitle(form.problems.length > 0);
  return (
    <section className="gift__form" aria-labelledby="gift-form">
      <ErrorSummary problems={form.problems} attempt={form.attempt} onRetry={form.retry} />
      <h2 id="gift-form">{t('gift.formTitle', { name: sender })}</h2>
      <p>{t('collect.giftCode', { name: sender })}</p>
      <form className="store-code-form" noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
        {children}
      </form>
    </section>
  );
}
