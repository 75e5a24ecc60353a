import { changeGift, getOrder } from '@wattle/contract/store/orders.ts';
import type { CardSecrets, OrderItem, OrderView } from '@wattle/contract/store/store.ts';
import { useState } from 'react';
import { send } from '../../api/send.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { useFormat } from '../../i18n/format.ts';
import { type Texts, useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Secrets } from './card-secrets.tsx';
import { MiniPlastic } from './plastic.tsx';

type OrderItemRowProps = {
  readonly order: OrderView;
  readonly item: OrderItem;
  /** Present while they are shown. */
  readonly secrets: CardSecrets | undefined;
  readonly onChanged: (order: OrderView) => void;
  readonly onTrouble: (code: string | null) => void;
};

/** A card of an order: its status, its secrets while shown, and the actions of a gift. */
export function OrderItemRow({ order, item, secrets, onChanged, onTrouble }: OrderItemRowProps) {
  const t = useTexts('store');
  const format = useFormat();
  const name = t(item.Gift ? `${item.Kind}.gift` : `${item.Kind}.name`);
  return (
    <li className="store-secret">
      <div className="store-secret__head">
        <MiniPlastic card={item} />
        <span>
          <b>{name}</b>
          <small>{statusLine(item, t, format.dateOf)}</small>
        </span>
        <b className="figures">{format.money(item.Amount)}</b>
      </div>
      {secrets ? <Secrets card={secrets} /> : null}
      {item.Gift && (item.State === 'Sent' || item.State === 'Locked') ? (
        <GiftActions order={order} item={item} onChanged={onChanged} onTrouble={onTrouble} />
      ) : null}
    </li>
  );
}

/** Status of a card in one line. */
function statusLine({ State, Gift, Kind, Delivery }: OrderItem, t: Texts, dateOf: (day: string) => string): string {
  const name = Gift?.RecipientName ?? '';
  switch (State) {
    case 'Waiting':
      return t('at.waiting');
    case 'Ready':
      return Kind === 'virtual' ? t('at.ready') : t('where.post', { to: Delivery ?? '' });
    case 'Locked':
      return t('at.locked', { name, day: dateOf(Gift?.DeliverOn ?? '') });
    case 'Sent':
      return t('at.sent', { name });
    case 'Opened':
      return t('at.opened', { name });
    case 'TakenBack':
      return t('at.takenBack');
    case 'Refunded':
      return t('at.refunded');
  }
}

type GiftActionsProps = Omit<OrderItemRowProps, 'secrets'>;

function GiftActions({ order, item, onChanged, onTrouble }: GiftActionsProps) {
  const ui = useTexts('ui');
  const t = useTexts('store');
  const [busy, setBusy] = useState<'sendAgain' | 'takeBack' | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const act = async (Act: 'sendAgain' | 'takeBack') => {
    setBusy(Act);
    const answer = await send(changeGift, { body: { OrderId: order.OrderId, ItemId: item.ItemId, Act } });
    setBusy(null);
    onTrouble(answer.ok ? null : wordsKeyOf(answer));
    // After a refusal or a lost answer it may have been done before; the order shows it.
    const now = answer.ok ? answer : await send(getOrder, { body: { OrderId: order.OrderId } });
    if (now.ok) onChanged(now.value);
    setIsSent(answer.ok && Act === 'sendAgain');
  };
  const name = item.Gift?.RecipientName ?? '';
  return (
    <div className="store-secret__acts">
      {item.State === 'Sent' ? (
        <Button tone="tonal" small busy={busy === 'sendAgain'} onClick={() => void act('sendAgain')}>
          {t('gift.sendAgain')}
        </Button>
      ) : null}
      <Button tone="text" small busy={busy === 'takeBack'} onClick={() => setIsAsking(true)}>
        {t('gift.takeBack')}
      </Button>
      <p role="status">{isSent ? t('gift.sent', { name }) : ''}</p>
      {isAsking ? (
        <ConfirmDialog
          title={t('gift.askTitle', { name })}
          action={t('gift.takeBack')}
          leave={ui('keepIt')}
          isDangerous
          onConfirm={() => {
            setIsAsking(false);
            void act('takeBack');
          }}
          onCancel={() => setIsAsking(false)}
        >
          {t('gift.askText')}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
