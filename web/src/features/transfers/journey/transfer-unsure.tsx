import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { Link } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Payment } from '../../../journey/use-payment.ts';
import { OutcomePage } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Track } from '../../../ui/track.tsx';
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

/** No answer came: the payment may have been made, and can be sent again safely. */
export function TransferUnsure({ values, card, payment, onNew, onCancel }: TransferUnsureProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const { SupportPhoneNumber: phone } = useBrand();
  const { dollars } = checkedPayment(values);
  const { name, destination } = usePaidParty(values);
  const amount = format.money(dollars);
  return (
    <OutcomePage
      state="unsure"
      title={t('doubt.title')}
      pageTitle={t('unsure.title')}
      lead={
        <>
          <p>{t('unsure.text')}</p>
          <p>{t('unsure.once')}</p>
        </>
      }
      content={
        <Track
          label={t('unsure.title')}
          steps={[
            { title: t('unsure.pressed'), is: 'done' },
            { title: t('unsure.noReply'), text: t('unsure.maybe'), is: 'ask' },
          ]}
        />
      }
      ways={
        <>
          <Button wide busy={payment.isSending} onClick={payment.confirm}>
            {payment.isSending ? t('confirm.sending') : t('confirm.again', { amount, name })}
          </Button>
          <Link className={buttonClass({ tone: 'tonal', wide: true })} to={paths.transactions()}>
            {t('doubt.look')}
          </Link>
          <Button tone="text" wide onClick={onNew}>
            {t('confirm.new')}
          </Button>
          <Button tone="text" wide onClick={onCancel}>
            {t('doubt.leave')}
          </Button>
        </>
      }
      slip={{
        rows: [
          { term: t('row.amount'), value: amount },
          { term: t('row.to'), value: name, detail: destination },
          { term: t('row.from'), value: cardWords(card) },
          { term: t('row.fee'), value: format.money(0) },
          { term: t('row.receipt'), value: t('unsure.number') },
        ],
      }}
    >
      <p>
        {t('unsure.call')}{' '}
        <a className="figures" href={`tel:${phone.replace(/\s/g, '')}`}>
          {phone}
        </a>
      </p>
    </OutcomePage>
  );
}
