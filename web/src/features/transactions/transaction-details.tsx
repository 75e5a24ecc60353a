import { isOfShop } from '@wattle/contract/rules/row-title.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { useFormat } from '../../i18n/format.ts';
import { useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { countryName } from '../../i18n/country-name.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { METHOD_TRANSACTION_KINDS } from '@wattle/contract/rules/payment-methods.ts';
import { getPaymentCourse } from '@wattle/contract/settlement/payment-course.ts';
import { Link, useNavigate } from '../../router/public.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Button } from '../../ui/button.tsx';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { useCards } from '../cards/public.ts';
import { PaymentCourse } from '../settlement/payment-course.part.tsx';
import { SaveReceipt } from '../transfers/save-receipt.part.tsx';
import { lazyPart } from '../../missing-script/lazy-part.tsx';
import { cashOf, useDescription } from './transaction-words.ts';
import { isComing } from './transactions.domain.ts';

type Detail = { readonly key: string; readonly label: string; readonly value: string; readonly isFigure?: boolean };

type TransactionDetailsProps = {
  readonly row: Transaction;
  readonly now: string;
  /** True when the details are open, which loads their data. */
  readonly isOpen: boolean;
};

/** All details of a row. */
export function TransactionDetails({ row, now, isOpen }: TransactionDetailsProps) {
  const t = useTexts('transactions');
  const details = useDetails(row, now);
  return (
    <>
      <dl className="row__details">
        {details.map((detail) => (
          <div key={detail.key}>
            <dt>{detail.label}</dt>
            <dd className={detail.isFigure ? 'figures' : undefined}>{detail.value}</dd>
          </div>
        ))}
      </dl>
      {isOpen && LEFT.has(row.Kind) && <RowCourse row={row} />}
      {LEFT.has(row.Kind) && row.Sequence !== null && <RowReceipt row={row} sequence={row.Sequence} />}
      {isOpen && row.Kind === 'topUp' && row.Sequence !== null && <TopupReceipt row={row} sequence={row.Sequence} />}
      {row.Sequence !== null && row.ApprovedAmount === null && row.Amount < 0 && DISPUTED.has(row.Kind) && (
        <WrongPayment sequence={row.Sequence} />
      )}
      {row.IsPending && !isComing(row) && <p className="row__note">{t('detail.hold')}</p>}
    </>
  );
}

const DISPUTED: ReadonlySet<Transaction['Kind']> = new Set(['purchase', 'cash']);

/** Link to dispute a card payment, for people with a login. Where the shop took more, the words above have it. */
function WrongPayment({ sequence }: { readonly sequence: number }) {
  const t = useTexts('transactions');
  const isUser = useIsUser();
  if (!isUser) return null;
  return (
    <p className="row__note">
      <Link to={paths.dispute(String(sequence))}>{t('detail.wrong')}</Link>
    </p>
  );
}

/** Few rows are top-ups. */
const SaveTopupReceipt = lazyPart(async () => (await import('../topup/save-topup-receipt.part.tsx')).SaveTopupReceipt);

/** Few rows are payments to others. */
const ScamFold = lazyPart(async () => (await import('../scams/scam-fold.part.tsx')).ScamFold);

/** Kinds of payments that may leave the programme. */
const LEFT: ReadonlySet<Transaction['Kind']> = new Set(METHOD_TRANSACTION_KINDS);

/** A payment has reached its payee as a rule, so its report as a scam is in a fold, as on a receipt. */
function RowCourse({ row }: { readonly row: Transaction }) {
  const t = useTexts('transactions');
  const { reference } = useCards();
  if (!reference) return null;
  return (
    <div className="row__receipt">
      <PaymentCourse accountNumber={reference.AccountNumber} receiptNumber={row.Reference} />
      <PayAgain accountNumber={reference.AccountNumber} row={row} />
      {row.Amount < 0 ? (
        <ScamFold title={t('detail.wrong')} accountNumber={reference.AccountNumber} receiptNumber={row.Reference} />
      ) : null}
    </div>
  );
}

/** Button that opens the form with the same payment. The payment is loaded when the button is pressed. */
function PayAgain({ accountNumber, row }: { readonly accountNumber: string; readonly row: Transaction }) {
  const t = useTexts('transactions');
  const descriptionOf = useDescription();
  const navigate = useNavigate();
  const { data } = useOperation(getPaymentCourse, { body: { accountNumber, receiptNumber: row.Reference } });
  const again = data?.Again ?? null;
  if (again === null) return null;
  // Without a description by the payer, the name is shown instead.
  const Description = again.Description === again.Name ? '' : again.Description;
  const paid = { ...again, Description, ReceiptNumber: row.Reference };
  const open = async () => (await import('../transfers/pay-again.part.tsx')).repeatPayment(paid, navigate);
  return (
    <Button tone="tonal" small onClick={() => void open()}>
      {t('payAgain')}
      <span className="visually-hidden"> {row.Counterparty ?? descriptionOf(row)}</span>
    </Button>
  );
}

/** Receipt of a transfer, for its payer. */
function RowReceipt({ row, sequence }: { readonly row: Transaction; readonly sequence: number }) {
  const { reference } = useCards();
  if (!reference) return null;
  return (
    <div className="row__receipt">
      <SaveReceipt accountNumber={reference.AccountNumber} receiptNumber={row.Reference} sequence={sequence} />
    </div>
  );
}

/** Receipt of a top-up. */
function TopupReceipt({ row, sequence }: { readonly row: Transaction; readonly sequence: number }) {
  const { reference } = useCards();
  if (!reference) return null;
  return (
    <div className="row__receipt">
      <SaveTopupReceipt accountNumber={reference.AccountNumber} receiptNumber={row.Reference} sequence={sequence} />
    </div>
  );
}

function useDetails(row: Transaction, now: string): readonly Detail[] {
  const t = useTexts('transactions');
  const descriptionOf = useDescription();
  const format = useFormat();
  const owned = useOwnedMoney();
  const language = useLanguage();
  const { selected } = useCards();
  const details: Detail[] = [
    {
      key: 'when',
      label: t('detail.when'),
      value: t('detail.dayAndTime', {
        day: format.dayInWords(row.TransactionDate, now),
        time: format.timeOf(row.TransactionDate),
      }),
    },
  ];
  if (row.Counterparty !== null) {
    const isIn = row.Amount > 0;
    details.push({ key: 'party', label: t(isIn ? 'detail.from' : 'detail.to'), value: row.Counterparty });
    if (row.Description !== row.Counterparty) {
      details.push({ key: 'words', label: t(isIn ? 'detail.message' : 'detail.own'), value: descriptionOf(row) });
    }
  }
  if (row.Collector) {
    details.push({ key: 'collector', label: t('detail.collector'), value: row.Collector });
  }
  if (row.RawDescription !== null && row.RawDescription !== row.Description) {
    const label =
      row.Kind === 'purchase' || row.Kind === 'cash' || row.Kind === 'refund' ? 'detail.raw' : 'detail.rawSender';
    details.push({ key: 'raw', label: t(label), value: row.RawDescription });
  }
  if (row.ShopAmount !== null) {
    const amount = format.foreignMoney(row.ShopAmount);
    const value = t('shopAmount', { amount, rate: row.ShopAmount.Rate });
    details.push({ key: 'shop', label: t('detail.shopAmount'), value, isFigure: true });
  }
  if (row.HeldFee !== null) {
    details.push({ key: 'fee', label: t('detail.heldFee'), value: format.money(row.HeldFee), isFigure: true });
  }
  if (row.CashAmount !== null) {
    details.push({
      key: 'cash',
      label: t('detail.cash'),
      value: t('parts.cashOf', cashOf(row, format)),
      isFigure: true,
    });
  }
  if (row.CardEnding !== null) {
    details.push({ key: 'card', label: t('detail.card'), value: t('detail.cardEnding', { ending: row.CardEnding }) });
  }
  // The country of the product is left out. A foreign country helps to recognise an unknown name.
  if (row.Country !== null && selected && row.Country !== selected.HomeCountry) {
    details.push({ key: 'country', label: t('detail.country'), value: countryName(row.Country, language) });
  }
  if (row.Country === null && isOfShop(row)) {
    details.push({ key: 'country', label: t('detail.country'), value: t('parts.noCountry') });
  }
  details.push({ key: 'reference', label: t('detail.reference'), value: row.Reference, isFigure: true });
  if (row.BalanceAfter !== null) {
    details.push({
      key: 'balance',
      label: t('detail.balanceAfter'),
      value: owned(row.BalanceAfter),
      isFigure: true,
    });
  }
  return details;
}
