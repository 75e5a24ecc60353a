import '../../ui/pages/rows.css';
import { type NotificationItem, readNotification } from '@wattle/contract/notifications/notifications.ts';
import { useAction } from '../../api/use-operation.ts';
import { useFormat } from '../../i18n/format.ts';
import { type Texts, useTexts } from '../../i18n/use-texts.ts';
import { Link } from '../../router/public.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { chooseCard, keyOfCard, useCards } from '../cards/public.ts';
import { CategoryIcon } from '../transactions/category-icon.part.tsx';
import { helpOf, iconOf, moneyKindOf, pageOf } from './notification-kinds.ts';
import { OF_NOTIFICATIONS } from './notifications.queries.ts';

type NotificationRowProps = {
  readonly row: NotificationItem;
  readonly now: string;
  /** Under a heading of a day the time is enough. */
  readonly when: 'time' | 'day';
};

/** One event; it leads to what it is about, and counts as read from then on. */
export function NotificationRow({ row, now, when }: NotificationRowProps) {
  const t = useTexts('notifications');
  const transactions = useTexts('transactions');
  const format = useFormat();
  const read = useAction(readNotification, { invalidates: OF_NOTIFICATIONS });
  const markRead = () => {
    if (!row.IsRead) read.run({ body: { Id: row.Id } });
  };
  const { cards } = useCards();
  const open = () => {
    markRead();
    const card = cards.find(({ AccountNumber }) => AccountNumber === row.AccountNumber);
    if (card) chooseCard(keyOfCard(card));
  };
  const help = helpOf(row, now);
  const { title, line, text } = wordsOf(row, t, transactions, format);
  const tone = moneyKindOf(row);
  return (
    <li className={row.IsRead ? undefined : 'news__new'}>
      <div className="row">
        <span className={classNames('row__icon news__icon', row.Amount !== null && `row__icon--${tone}`)}>
          <RowIcon row={row} />
        </span>
        <span>
          <Link
            className="row__title news__title"
            to={pageOf(row)}
            state={{ transaction: row.TransactionId }}
            onClick={open}
          >
            {row.IsRead ? null : <span className="visually-hidden">{t('unread')} </span>}
            <span>{title}</span>
          </Link>
          {line === '' ? null : <span className="row__line">{line}</span>}
        </span>
        <span className="row__amount">
          {row.Amount === null ? null : <Money dollars={row.Amount} kind={tone} />}
          <span className="row__when">
            {when === 'time' ? format.timeOf(row.HappenedAt) : format.relativeDay(row.HappenedAt, now)}
          </span>
        </span>
        {text === '' && !help ? null : (
          <div className={classNames('news__more', row.Kind === 'declined' && 'news__more--declined')}>
            {text === '' ? null : <p>{text}</p>}
            {help ? (
              <Link className={buttonClass({ tone: 'tonal', small: true })} to={help.to} onClick={markRead}>
                {t(help.text)}
              </Link>
            ) : null}
          </div>
        )}
      </div>
    </li>
  );
}

function RowIcon({ row }: { readonly row: NotificationItem }) {
  if (row.Kind === 'heldPayment') return <Icon name="clock" size="s" />;
  if (row.Category !== null && (row.Kind === 'purchase' || row.Kind === 'declined')) {
    return <CategoryIcon category={row.Category} />;
  }
  return <AppIcon name={iconOf(row.Kind)} size="s" />;
}

type Words = { readonly title: string; readonly line: string; readonly text: string };

/** The words of a notification, in the language of the screen. */
function wordsOf(row: NotificationItem, t: Texts, transactions: Texts, format: ReturnType<typeof useFormat>): Words {
  const how = row.Channel === null ? '' : transactions(`channel.${row.Channel}`);
  const kind = row.Change === null ? row.Kind : `${row.Kind}.${row.Change}`;
  const values = { ...row.Values, name: row.Values['name'] ?? row.Name };
  switch (row.Kind) {
    case 'purchase':
      return { title: row.Name, line: transactions('line', { what: t('purchase'), how }), text: '' };
    case 'declined':
      return {
        title: row.Name,
        line: transactions('line', { what: t('declined'), how }),
        // Its link is a button of the row.
        text: transactions(`why.${row.DeclineReason ?? 'other'}`).replaceAll(/<\/?(?:home|limit)>/g, ''),
      };
    case 'heldPayment':
      return {
        title: row.Name,
        line: t('heldPayment'),
        text:
          row.Until === null
            ? ''
            : t('heldPayment.text', {
                day: format.dayInWords(row.Until, row.HappenedAt),
                time: format.timeOf(row.Until),
              }),
      };
    case 'moneyIn':
    case 'moneyOut':
    case 'topUp':
    case 'refund':
      return row.Name === ''
        ? { title: t(row.Kind), line: '', text: '' }
        : { title: row.Name, line: t(row.Kind), text: '' };
    case 'signIn':
      return { title: t(kind, values), line: t('signIn.text'), text: '' };
    default: {
      const text = `${t.has(`${kind}.text`) ? kind : row.Kind}.text`;
      return { title: t(kind, values), line: '', text: t.has(text) ? t(text, values) : '' };
    }
  }
}
