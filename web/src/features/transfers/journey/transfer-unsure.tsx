import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { Link } from '../../../router/public.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Payment } from '../../../journey/use-payment.ts';
import { Unsure } from '../../../layout/attempt-ends.tsx';
import { paths } from '../../../paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { cardWords } from '../../cards/public.ts';
import { checkedPayment, type FormValues } from './transfer-journey.ts';
import { usePaidParty } from './use-paid-party.ts';

type TransferUnsureProps = {
  readonly values: FormValues;
  readonly card: CardSummary;
  readonly payment: Payment;
  readonly onNew: () => void;
  readonly onCancel: () => void;
};

/** The server did not answer. The payment may have been made, and can be sent again safely. */
export function TransferUnsure({ values, card, payment, onNew, onCancel }: TransferUnsureProps) {
  const t = useTexts('transfers');
  const outcomes = useTexts('outcomes');
  const format = useFormat();
  const { dollars } = checkedPayment(values);
  const { name, destination } = usePaidParty(values);
  const amount = format.money(dollars);
  return (
    <Unsure
      title={t('doubt.title')}
      pageTitle={t('unsure.title')}
      lead={
        <>
          <p>{t('unsure.text')}</p>
          <p>{t('unsure.once')}</p>
        </>
      }
      action={t('confirm.action', { amount, name })}
      again={payment.isSending ? t('confirm.sending') : t('confirm.again', { amount, name })}
      isSending={payment.isSending}
      onAgain={payment.confirm}
      ways={
        <>
          <Link className={buttonClass({ tone: 'tonal', wide: true })} to={paths.transactions()}>
            {outcomes('look')}
          </Link>
          <Button tone="text" wide onClick={onNew}>
            {t('confirm.new')}
          </Button>
          <Button tone="text" wide onClick={onCancel}>
            {outcomes('leave')}
          </Button>
        </>
      }
      rows={[
        { term: t('row.amount'), value: amount },
        { term: t('row.to'), value: name, detail: destination },
        { term: t('row.from'), value: cardWords(card) },
        { term: t('row.fee'), value: format.money(0) },
        { term: t('row.receipt'), value: t('unsure.number') },
      ]}
    />
  );
}
