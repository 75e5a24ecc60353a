import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button, type ButtonTone } from '@wattle/web/ui/button.tsx';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { useBrandChoice } from '../../ui/use-brand-choice.tsx';
import { OrdersHead } from './orders-head.tsx';
import { VoucherFiles } from './voucher-files.tsx';
import './orders.css';

type Batch = RowOf<'voucher-batches'>;

/** Vouchers that the desk has made, by their request, and files of the printer. */
export function VouchersScreen() {
  const t = useTexts('deskOrders');
  const mayAsk = useDefinition('make-vouchers')?.mayGive === true;
  const [isAsking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<Batch>();
  return (
    <>
      <OrdersHead
        place="vouchers"
        actions={
          mayAsk ? (
            <Button tone="line" aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
              {t('vouchers.ask')}
            </Button>
          ) : null
        }
      />
      <div className="cols orders">
        <div className="col-7 stack">
          {isAsking ? <BrandPane name="make-vouchers" words="ask" tone="main" /> : null}
          <BatchList chosen={chosen} onChoose={setChosen} />
          <VoucherFiles />
        </div>
        <div className="col-5 stack">
          {chosen ? <BatchPane key={chosen.request} batch={chosen} /> : <p className="quiet">{t('vouchers.choose')}</p>}
          {mayAsk ? <BrandPane name="block-voucher" words="block" tone="line" /> : null}
        </div>
      </div>
    </>
  );
}

type BrandPaneProps = {
  readonly name: 'make-vouchers' | 'block-voucher';
  readonly words: 'ask' | 'block';
  readonly tone: ButtonTone;
};

/** Form about vouchers of a brand. */
function BrandPane({ name, words, tone }: BrandPaneProps) {
  const t = useTexts('deskOrders');
  const { brand, field } = useBrandChoice();
  return (
    <Pane title={t(`vouchers.${words}`)}>
      <div className="form">
        <p className="quiet">{t(`vouchers.${words}Text`)}</p>
        {field}
        {brand === '' ? null : (
          <CommandForm key={brand} name={name} given={{ brand }} action={t(`vouchers.${words}`)} tone={tone} />
        )}
      </div>
    </Pane>
  );
}

type BatchListProps = { readonly chosen: Batch | undefined; readonly onChoose: (batch: Batch) => void };

function BatchList({ chosen, onChoose }: BatchListProps) {
  const t = useTexts('deskOrders');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('voucher-batches', { ...(page > 1 && { page: String(page) }) });
  return (
    <Pane title={t('vouchers.title')} isPadded={false}>
      <LookedPart of={looked} empty={t('vouchers.none')}>
        {(rows) => (
          <RowsTable
            label={t('vouchers.title')}
            rows={rows}
            keyOf={({ request }) => request}
            wayOf={(batch) => ({ onOpen: () => onChoose(batch) })}
            isCurrent={({ request }) => request === chosen?.request}
            columns={[
              {
                key: 'made',
                head: t('vouchers.made'),
                render: ({ reason, made, amount, at }) => (
                  <>
                    <span>{reason}</span>
                    <span className="orders__sub">
                      {t('vouchers.of', { count: made, amount: format.money(amount), at: format.momentIn(at) })}
                    </span>
                  </>
                ),
              },
              {
                key: 'used',
                head: t('vouchers.used'),
                isTight: true,
                render: ({ used, made }) => t('vouchers.usedOf', { used, made }),
              },
              { key: 'left', head: t('vouchers.left'), isFigure: true, render: ({ left }) => format.money(left) },
            ]}
          />
        )}
      </LookedPart>
      <Pager page={page} hasMore={looked.hasMore} />
    </Pane>
  );
}

/** Lost codes of a batch are shown by two people, or its vouchers are cancelled. */
function BatchPane({ batch }: { readonly batch: Batch }) {
  const t = useTexts('deskOrders');
  const format = useDeskFormat();
  const { request, reason, open, left, expires, brand } = batch;
  return (
    <Pane title={reason}>
      <div className="stack">
        <p>{t('vouchers.open', { count: open, brand, amount: format.money(left), day: format.dateOf(expires) })}</p>
        {open === 0 ? null : (
          <>
            <CommandForm name="show-voucher-codes" given={{ request }} action={t('vouchers.show')} tone="line">
              <h3>{t('vouchers.showTitle')}</h3>
              <p className="quiet">{t('vouchers.showText')}</p>
            </CommandForm>
            <CommandForm
              name="cancel-vouchers"
              given={{ request }}
              action={t('vouchers.cancel', { amount: format.money(left) })}
              tone="danger"
            >
              <h3>{t('vouchers.cancelTitle')}</h3>
              <p className="quiet">{t('vouchers.cancelText')}</p>
            </CommandForm>
          </>
        )}
      </div>
    </Pane>
  );
}
