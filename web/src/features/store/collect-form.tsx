import { collect } from '@wattle/contract/store/collection.ts';
import type { CardSecrets } from '@wattle/contract/store/store.ts';
import { useNavigate } from '../../router/public.ts';
import { type CallFailure, send } from '../../api/send.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { holdOrder } from './basket.ts';
import { collectLink } from './held-link.ts';

type CollectFormProps = {
  readonly token: string;
  /** It leads to the buyer's order page; else to the card of a gift. */
  readonly isOrder: boolean;
  readonly sender: string;
  readonly onOpened: (card: CardSecrets, code: string) => void;
  readonly onOver: (failure: CallFailure) => void;
};

/** Asks for the collection code, which the buyer was shown and the mail does not have. */
export function CollectForm({ token, isOrder, sender, onOpened, onOver }: CollectFormProps) {
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
        holdOrder({ id: OrderId, basket: '' });
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
  return (
    <FormPage
      title={t('collect.codeTitle')}
      lead={isOrder ? t('collect.orderCode') : t('collect.giftCode', { name: sender })}
      form={form}
      className="store-code-form"
    >
      <CodeField {...form.field('code')} label={t('collect.code')} length={6} autoComplete="off" />
      <SubmitButton form={form}>{t(isOrder ? 'collect.orderOpen' : 'collect.giftOpen')}</SubmitButton>
    </FormPage>
  );
}
