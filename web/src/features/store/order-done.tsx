import './order.css';
import { confirmKept, revealOrderCards } from '@wattle/contract/store/orders.ts';
import { sendLinkAgain } from '@wattle/contract/store/collection.ts';
import type { CardSecrets, OrderView } from '@wattle/contract/store/store.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from '../../router/public.ts';
import { send } from '../../api/send.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { OutcomePage, type OutcomeSlip } from '../../layout/outcome-page.tsx';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { WithEmail } from '../../ui/email-text.tsx';
import { OrderItemRow } from './order-item.tsx';
import { useFormat } from '../../i18n/format.ts';
import { SaveOrderReceipt } from './save-order-receipt.tsx';

/** Receipt of an order. */
function useOrderSlip({ OrderId, Number: number, Items, PaidAt, PaidWith, ...order }: OrderView): OutcomeSlip {
  const t = useTexts('store');
  const format = useFormat();
  return {
    ...(number === null ? {} : { number }),
    rows: [
      { term: t('receipt.paid'), value: format.money(order.Total) },
      { term: t('figures.cards', { count: Items.length }), value: format.money(order.CardsTotal) },
      { term: t('figures.fee'), value: format.money(order.Fee) },
      { term: t('receipt.order'), value: number ?? '' },
      ...(PaidAt === null
        ? []
        : [{ term: t('receipt.when'), value: `${format.dateOf(PaidAt)}, ${format.timeOf(PaidAt)}` }]),
      ...(PaidWith === null ? [] : [{ term: t('receipt.with'), value: t('receipt.card', { ending: PaidWith }) }]),
    ],
    save: <SaveOrderReceipt orderId={OrderId} />,
  };
}

type OrderDoneProps = {
  readonly order: OrderView;
  /** Straight after payment the cards are shown immediately. */
  readonly isFresh: boolean;
  readonly onChanged: (order: OrderView) => void;
};

const inThrees = (code: string) => code.replace(/(\d{3})(?=\d)/, '$1 ');

/** A paid order: its cards, the next steps for gifts, and the receipt. */
export function OrderDone({ order, isFresh, onChanged }: OrderDoneProps) {
  const t = useTexts('store');
  const wordsOf = useErrorTexts();
  const [cards, setCards] = useState<readonly CardSecrets[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isSent, setIsSent] = useState(false);
  const hasShown = useRef(false);
  const { OrderId, MayReveal } = order;
  const slip = useOrderSlip(order);
  const [recipient, ...otherRecipients] = order.Items.flatMap(({ Gift }) => Gift?.RecipientName ?? []);
  const reveal = useCallback(async () => {
    const answer = await send(revealOrderCards, { body: { OrderId } });
    setTrouble(answer.ok ? null : wordsKeyOf(answer));
    if (answer.ok) setCards(answer.value.Cards);
  }, [OrderId]);
  useEffect(() => {
    if (!isFresh || !MayReveal || hasShown.current) return;
    hasShown.current = true;
    void reveal();
  }, [isFresh, MayReveal, reveal]);
  const keep = async () => {
    const answer = await send(confirmKept, { body: { OrderId } });
    setTrouble(answer.ok ? null : wordsKeyOf(answer));
    if (!answer.ok) return;
    setCards([]);
    onChanged(answer.value);
  };
  const mailAgain = async () => {
    const answer = await send(sendLinkAgain, { body: { OrderId } });
    setTrouble(answer.ok ? null : wordsKeyOf(answer));
    setIsSent(answer.ok);
  };
  return (
    <OutcomePage
      state="done"
      title={t('done.title')}
      lead={
        <p className="store-done__lead">
          <WithEmail text={t('done.lead', { number: order.Number ?? '', email: order.Email })} />
        </p>
      }
      slip={slip}
      ways={
        <>
          <Link className={buttonClass({ tone: 'tonal', wide: true })} to={paths.store()}>
            {t('done.store')}
          </Link>
          <Button tone="text" wide onClick={() => void mailAgain()}>
            {t('done.mailAgain')}
          </Button>
          <p role="status">{isSent ? <WithEmail text={t('done.mailed', { email: order.Email })} /> : ''}</p>
        </>
      }
      content={
        <div className="store-done">
          {trouble === null ? null : (
            <Banner tone="danger" role="alert">
              {wordsOf(trouble)}
            </Banner>
          )}
          <ul className="store-done__cards">
            {order.Items.map((item) => (
              <OrderItemRow
                key={item.ItemId}
                order={order}
                item={item}
                secrets={cards.find(({ ItemId }) => ItemId === item.ItemId)}
                onChanged={onChanged}
                onTrouble={setTrouble}
              />
            ))}
          </ul>
          {MayReveal && cards.length === 0 ? <Button onClick={() => void reveal()}>{t('done.show')}</Button> : null}
          {cards.length > 0 ? (
            <div className="store-done__keep">
              <p>{t('done.keepText')}</p>
              <Button tone="tonal" onClick={() => void keep()}>
                {t('done.keep')}
              </Button>
            </div>
          ) : null}
          {order.CollectionCode === null ? null : (
            <section className="store-done__code" aria-labelledby="collection-code">
              <h2 id="collection-code">{t('code.title')}</h2>
              <p className="store-done__digits figures">
                {inThrees(order.CollectionCode)}
                <CopyButton text={order.CollectionCode} label={t('code.copy')} />
              </p>
              <p>
                {recipient === undefined
                  ? t('code.own')
                  : t(otherRecipients.length > 0 ? 'code.gifts' : 'code.gift', { name: recipient })}
              </p>
            </section>
          )}
        </div>
      }
    />
  );
}
