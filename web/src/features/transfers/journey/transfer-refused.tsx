import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getRemainingExternalTransferLimitDetails } from '@wattle/contract/transfers/limits.ts';
import { Link } from '../../../router/public.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useOwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import type { Refused } from '../../../journey/journey.domain.ts';
import { paths } from '../../../paths.ts';
import { ReleaseAside } from '../../savings/release-aside.lazy.part.tsx';
import { TopUpLink } from '../../topup/top-up-link.part.tsx';
import { NotSent } from '../../../layout/attempt-ends.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { cardReferenceOf } from '../../cards/public.ts';
import { fieldId, formAt } from './form-values.ts';
import { checkedPayment, type FormValues } from './transfer-journey.ts';
import { type CheckedPayment, reasonKey, refusedField } from './transfer.domain.ts';

type TransferRefusedProps = {
  readonly refusal: Refused;
  readonly values: FormValues;
  readonly card: CardSummary;
  /** Sends the same payment again. */
  readonly onAgain: () => void;
  readonly onNew: () => void;
  readonly onCancel: () => void;
};

/** A refusal by the server: the reason, what helps, and the next steps. */
export function TransferRefused({ refusal, values, card, onAgain, onNew, onCancel }: TransferRefusedProps) {
  const t = useTexts('transfers');
  const payment = checkedPayment(values);
  const { reason, help } = useReason(refusal, payment, card);
  const at = refusedField(payment.method, refusal);
  return (
    <NotSent
      title={t('paymentFailed')}
      reason={reason}
      help={help}
      unchanged={t('failed.noMoney')}
      ways={
        <>
          {refusal.code === KEPT_ASIDE ? (
            <ReleaseAside card={card} dollars={payment.dollars} actionWords="releaseAndPay" onReleased={onAgain} />
          ) : null}
          <Link className={buttonClass({ wide: true })} to={formAt(fieldId(at ?? 'amount'))}>
            {t('failed.change')}
          </Link>
          {refusal.code === DAY_LIMIT && card.IsAccountPaymentLimitSet ? (
            <Link className={buttonClass({ tone: 'tonal', wide: true })} to={paths.paymentLimit()}>
              {t('zeroLimit.change')}
            </Link>
          ) : null}
          {isShort(refusal) ? <TopUpLink card={card} /> : null}
          <Button tone="line" wide onClick={onNew}>
            {t('confirm.new')}
          </Button>
          <Button tone="text" wide onClick={onCancel}>
            {t('failed.home')}
          </Button>
        </>
      }
    />
  );
}

/** The balance is too low, for a transfer or a bill. */
function isShort({ code }: Refused): boolean {
  return code === '20240' || code === '20225';
}

const DAY_LIMIT = '20242';
const KEPT_ASIDE = '20319';

type Reason = { readonly reason: string; readonly help: string };

/** The reason and the next step. A message of a field replaces the words of the code. */
function useReason(refusal: Refused, payment: CheckedPayment, card: CardSummary): Reason {
  const t = useTexts('transfers');
  const wordsOf = useErrorTexts();
  const owned = useOwnedMoney();
  const { code, field } = refusal;
  const today = useDayLimitWords(payment, card, code === DAY_LIMIT);
  const { method } = payment;
  const isUnknown = code === '20010' && refusedField(method, refusal) === 'accountNumber';
  if (isUnknown) return { reason: t('unknownAccount'), help: '' };
  if (field !== undefined && t.has(`help.${code}.${field}`)) return { reason: t(`help.${code}.${field}`), help: '' };
  const amount = owned(card.AvailableAccountBalance);
  return {
    reason: t.has(reasonKey(code, method)) ? t(reasonKey(code, method)) : wordsOf(code),
    help: code === DAY_LIMIT ? today : t.has(`help.${code}`) ? t(`help.${code}`, { amount }) : '',
  };
}

/** Words for the daily limit and the amount left today; only the limit when the amount exceeds it on any day. */
function useDayLimitWords({ dollars }: CheckedPayment, card: CardSummary, isAsked: boolean): string {
  const t = useTexts('transfers');
  const format = useFormat();
  const body = { Card: cardReferenceOf(card) };
  const { data } = useOperation(getRemainingExternalTransferLimitDetails, { body }, { isEnabled: isAsked });
  const { CurrentDailyPaymentLimit: limit = null, RemainingDailyPaymentLimit: left = null } = data ?? {};
  if (limit === null || left === null) return '';
  const isTooMuch = dollars > limit;
  return t(isTooMuch ? 'help.20242.above' : 'help.20242', { limit: format.money(limit), left: format.money(left) });
}
