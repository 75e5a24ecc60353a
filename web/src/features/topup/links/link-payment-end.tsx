import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { getLinkPaymentState } from '@wattle/contract/topup/payment-links.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { OutcomePage } from '../../../layout/outcome-page.tsx';
import { Button } from '../../../ui/button.tsx';

export type LinkPaymentState = ResponseOf<typeof getLinkPaymentState>;

type Props = {
  readonly name: string;
  /** Null before the first answer. `None`: the address names no payment by this link. */
  readonly payment: LinkPaymentState | 'None' | null;
  readonly dollars: number;
  readonly onAgain: () => void;
};

const STATES = {
  Waiting: 'waiting',
  Paid: 'done',
  Declined: 'notSent',
  Refunded: 'notSent',
  CardRefused: 'notSent',
  Cancelled: 'stopped',
  Expired: 'stopped',
  None: 'stopped',
} as const;

/** Outcome of a payment by link, for its payer. */
export function LinkPaymentEnd({ name, payment, dollars, onAgain }: Props) {
  const t = useTexts('payByLink');
  const format = useFormat();
  const known = payment === 'None' ? null : payment;
  const state = payment === 'None' ? payment : payment?.State;
  const end = state === undefined || state === 'Open' || state === 'Waiting' ? 'Waiting' : state;
  const isOtherCard = end === 'Declined' || end === 'CardRefused';
  const canTryAgain = isOtherCard || end === 'Cancelled' || end === 'Expired' || end === 'None';
  const words = { amount: format.money(known?.Amount ?? dollars), name };
  return (
    <OutcomePage
      state={STATES[end]}
      title={t(`end.${end}.title`, words)}
      lead={<p>{t(`end.${end}.text`, words)}</p>}
      ways={
        canTryAgain ? (
          <Button wide onClick={onAgain}>
            {t(isOtherCard ? 'end.anotherCard' : 'end.again')}
          </Button>
        ) : undefined
      }
    />
  );
}
