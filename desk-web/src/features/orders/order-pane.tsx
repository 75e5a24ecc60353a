import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Checkbox } from '@wattle/web/ui/fields/checkbox.tsx';
import { useId, useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';

type Item = RowOf<'order'>;

const cents = (dollars: string) => Math.round(Number(dollars) * 100);

/** One order with its cards, and what of it can be refunded. */
export function OrderPane({ order }: { readonly order: string }) {
  const t = useTexts('deskOrders');
  const format = useDeskFormat();
  const looked = useCommand('order', { order });
  const mayCorrect = useDefinition('correct-gift')?.mayGive === true;
  const [corrected, setCorrected] = useState('');
  const gift = looked.rows?.find(({ item }) => item === corrected);
  return (
    <>
      <Pane title={t('order.title', { order })} isPadded={false}>
        <LookedPart of={looked} empty={t('none.all')}>
          {(items) => (
            <RowsTable
              label={t('order.items')}
              rows={items}
              keyOf={({ item }) => item}
              columns={[
                {
                  key: 'what',
                  head: t('column.item'),
                  render: ({ product, gift }) => (
                    <>
                      <span>{product}</span>
                      {gift === '' ? null : <span className="orders__sub">{t('giftFor', { name: gift })}</span>}
                    </>
                  ),
                },
                {
                  key: 'where',
                  head: t('column.where'),
                  render: (item) => (
                    <>
                      <Where of={item} />
                      {mayCorrect && isUnopened(item) ? (
                        <button type="button" className="link-button small" onClick={() => setCorrected(item.item)}>
                          {t('gift.correct')}
                        </button>
                      ) : null}
                    </>
                  ),
                },
                {
                  key: 'amount',
                  head: t('column.value'),
                  isFigure: true,
                  render: ({ amount, left, ended }) => (
                    <>
                      <span>{format.money(amount)}</span>
                      {ended === '' ? (
                        <span className="orders__sub">{t('left', { amount: format.money(left) })}</span>
                      ) : null}
                    </>
                  ),
                },
              ]}
            />
          )}
        </LookedPart>
      </Pane>
      {gift ? (
        <Pane key={gift.item} title={t('gift.title', { name: gift.gift })}>
          <CommandForm name="correct-gift" given={{ order, item: gift.item }} action={t('gift.ask')}>
            <p>{t('gift.text', { to: gift.to })}</p>
          </CommandForm>
        </Pane>
      ) : null}
      {looked.rows ? <RefundPane order={order} items={looked.rows} /> : null}
    </>
  );
}

/** A gift that was sent and that no one has opened. */
const isUnopened = ({ gift, opened, ended, state }: Item) =>
  gift !== '' && opened === '' && ended === '' && state.startsWith('Sent');

function Where({ of: { opened, gift, ended, cameBack } }: { readonly of: Item }) {
  const t = useTexts('deskOrders');
  const format = useDeskFormat();
  if (ended !== '') return <Tag>{t(`ended.${ended}`)}</Tag>;
  if (gift === '') return <Tag tone="ok">{t('where.buyer')}</Tag>;
  if (cameBack) return <Tag tone="bad">{t('where.back')}</Tag>;
  if (opened === '') return <Tag tone="warn">{t('where.notOpened')}</Tag>;
  return <Tag tone="info">{t('where.opened', { at: format.momentIn(opened) })}</Tag>;
}

/** The cards that are refunded, with what the buyer gets. They close, and what is left on them goes back. */
function RefundPane({ order, items }: { readonly order: string; readonly items: readonly Item[] }) {
  const t = useTexts('deskOrders');
  const format = useDeskFormat();
  const id = useId();
  const open = items.filter(({ ended }) => ended === '');
  const [ticked, setTicked] = useState<readonly string[]>([]);
  if (open.length === 0) return null;
  const chosen = open.filter(({ item }) => ticked.includes(item));
  const amount = format.money(chosen.reduce((sum, { left }) => sum + cents(left), 0) / 100);
  const places = chosen.map(({ item }) => item).join(',');
  return (
    <Pane title={t('refund.title')}>
      <div className="stack">
        <fieldset className="orders__refund">
          <legend className="strong">{t('refund.which')}</legend>
          {open.map(({ item, product, gift, left }) => (
            <Checkbox
              key={item}
              id={`${id}-${item}`}
              label={gift === '' ? product : t('giftOf', { product, name: gift })}
              hint={t('refund.closes', { amount: format.money(left) })}
              isChecked={ticked.includes(item)}
              onChange={(isOn) => setTicked(isOn ? [...ticked, item] : ticked.filter((one) => one !== item))}
            />
          ))}
        </fieldset>
        {chosen.length === 0 ? null : (
          <CommandForm
            key={places}
            name="refund-order"
            given={{ order, item: places }}
            without={['amount', 'item']}
            action={t('refund.ask', { amount })}
          >
            <p>{t('refund.text', { amount })}</p>
          </CommandForm>
        )}
      </div>
    </Pane>
  );
}
