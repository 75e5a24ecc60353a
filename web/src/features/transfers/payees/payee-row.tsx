import { useId, useState } from 'react';
import { useNow } from '../../../api/use-now.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SummaryList, type SummaryRow } from '../../../ui/pages/summary-list.tsx';
import { emptied } from '../journey/form-values.ts';
import { payeeValues } from '../journey/transfer.domain.ts';
import { useLookUp } from '../journey/use-look-up.ts';
import { useChoose } from '../payee-choice/use-choose.ts';
import { DeletePayee } from './delete-payee.tsx';
import { EditPayee } from './edit-payee.tsx';
import { PayeePicture } from './payee-picture.part.tsx';
import { type Listed, numberOf } from './payees.domain.ts';

type PayeeRowProps = {
  readonly payee: Listed;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onDeleted: () => void;
};

/** A payee in the list. An open one shows its details and tools, below it on a phone and beside the list otherwise. */
export function PayeeRow({ payee, isOpen, onOpen, onDeleted }: PayeeRowProps) {
  const format = useFormat();
  const now = useNow();
  const t = useTexts('payees');
  const { BrandName: brand } = useBrand();
  const id = useId();
  const { method, DestinationAccountName: name, LastPaidAt: at, LastPaidAmount: dollars } = payee;
  return (
    <li className={classNames('payees__row', isOpen && 'payees__row--open')}>
      <button type="button" className="payees__entry" aria-expanded={isOpen} aria-controls={id} onClick={onOpen}>
        <PayeePicture name={payee.DestinationAccountName} isBiller={payee.method.pays === 'billers'} />
        <span className="payees__who">
          <b>{name}</b>
          <span className="payees__quiet">
            {method.facts.leavesProgramme ? null : `${brand} · `}
            <span className="payees__number">{numberOf(payee)}</span>
          </span>
        </span>
        {at === null || dollars === null ? null : (
          <span className="payees__paid payees__quiet">
            <span className="visually-hidden">{t('lastPaid')} </span>
            <span>{`${format.relativeDay(at, now)} `}</span>
            <span>{format.money(dollars)}</span>
          </span>
        )}
      </button>
      <div className="payees__detail" id={id} hidden={!isOpen}>
        {isOpen ? <Detail payee={payee} onDeleted={onDeleted} /> : null}
      </div>
    </li>
  );
}

function Detail({ payee, onDeleted }: Pick<PayeeRowProps, 'payee' | 'onDeleted'>) {
  const t = useTexts('payees');
  const transfers = useTexts('transfers');
  const choose = useChoose();
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null);
  const { DestinationAccountName: name } = payee;
  return (
    <>
      <p className="payees__name">{name}</p>
      <SummaryList layout="sides" rows={useRows(payee)} />
      <div className="payees__tools">
        <Button onClick={() => choose.payee(payee)}>
          {t('pay')}
          <span className="payees__long"> {name}</span>
        </Button>
        <Button tone="tonal" onClick={() => setAsking('edit')}>
          {transfers('payee.edit')}
          <span className="visually-hidden"> {name}</span>
        </Button>
        <Button tone="text" onClick={() => setAsking('delete')}>
          {transfers('payee.delete')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
      {asking === 'edit' ? <EditPayee payee={payee} onClose={() => setAsking(null)} /> : null}
      {asking === 'delete' ? <DeletePayee payee={payee} onClose={() => setAsking(null)} onDeleted={onDeleted} /> : null}
    </>
  );
}

function useRows(payee: Listed): readonly SummaryRow[] {
  const t = useTexts('payees');
  const transfers = useTexts('transfers');
  const format = useFormat();
  const { method, DestinationBSB, DestinationAccountNumber, LastPaidAt: at, LastPaidAmount: dollars } = payee;
  const { bsb, number } = method;
  const found = useLookUp(method.lookUp({ ...emptied(method), ...payeeValues(method, payee) }));
  const rows: Readonly<Record<(typeof method.payeeRows)[number], readonly SummaryRow[]>> = {
    found: found.name === '' ? [] : [{ term: t(method.foundTerm), value: found.name }],
    bsb: bsb ? [{ term: transfers(`field.${bsb.field}`), value: bsb.show(DestinationBSB ?? '') }] : [],
    number: [{ term: transfers(`field.${number.field}`), value: number.show(DestinationAccountNumber) }],
  };
  return [
    ...method.payeeRows.flatMap((row) => rows[row]),
    {
      term: t('lastPaid'),
      value:
        at === null || dollars === null
          ? t('neverPaid')
          : t('paidOn', { amount: format.money(dollars), date: format.dateOf(at) }),
    },
    { term: t('thisYear'), value: format.money(payee.PaidThisYear) },
  ];
}
