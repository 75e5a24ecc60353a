import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Facts } from '../../ui/facts.tsx';
import { plainWords } from '../../ui/field-words.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { groupedAccount } from '../../ui/grouped-account.ts';
import type { EventRow } from './event-words.tsx';
import type { Act } from './use-person.ts';

type EventMoreProps = {
  readonly row: EventRow;
  readonly person: string;
  readonly onAct: (act: Act) => void;
};

/** Kinds of payments that leave the account and have a page. */
const WITH_PAGE: ReadonlySet<string> = new Set(['transferOut', 'bpay', 'pay']);

/** Details of an opened row of the timeline, and where it leads. */
export function EventMore({ row, person, onAct }: EventMoreProps) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const { at, kind, event, reason, account, sequence, request } = row;
  const isReceipt = kind === 'money' || (kind === 'card' && account !== '');
  return (
    <div className="people__more">
      {event === 'declined' ? <WhyDeclined row={row} person={person} /> : null}
      <Facts
        facts={[
          [t('more.at'), `${format.dateOf(at)}, ${format.secondOf(at)}`],
          [t('column.account'), account === '' ? '' : groupedAccount(account)],
          [t('more.receipt'), isReceipt ? reason : ''],
          [t('column.reference'), event === 'disputed' || event === 'decided' ? reason : ''],
        ]}
      />
      <p className="people__cardActs small">
        {event === 'disputed' || event === 'decided' ? (
          <Link to={`/disputes/dispute/${reason}`}>{t('more.dispute')}</Link>
        ) : null}
        {WITH_PAGE.has(event) && reason !== '' ? <Link to={`/payments/${reason}`}>{t('more.payment')}</Link> : null}
        {event === 'fee' ? (
          <button
            type="button"
            className="link-button"
            onClick={() => onAct({ command: 'refund-fee', label: 'act.refundFee', given: { account, sequence } })}
          >
            {t('act.refundFee')}
          </button>
        ) : null}
        {request === '' ? null : <Link to={`/approvals/${request}`}>{t('more.request', { request })}</Link>}
      </p>
    </div>
  );
}

/** Why a purchase was declined, from its message, and words for the caller. */
function WhyDeclined({ row, person }: Pick<EventMoreProps, 'row' | 'person'>) {
  const t = useTexts('deskPeople');
  const cards = useCommand('cards-of', { person });
  const card = cards.rows?.find(({ number }) => number.endsWith(row.card))?.card;
  const declined = useCommand('why-declined', { card: card ?? '' }, { isOff: card === undefined });
  const found = declined.rows?.find(
    ({ at, amount, merchant }) =>
      Date.parse(at) === Date.parse(row.at) && merchant === row.what && Number(amount) === Math.abs(Number(row.amount)),
  );
  const tell = t.has(`tell.${row.state}`) ? t(`tell.${row.state}`) : t('tell.other');
  return (
    <Facts
      facts={[
        [t('more.why'), t.has(`why.${row.state}`) ? t(`why.${row.state}`) : plainWords(row.state)],
        [t('more.rule'), [found?.rule ?? '', found?.figures ?? ''].filter(Boolean).join(': ')],
        [t('more.tell'), `“${tell}”`],
        [t('more.shop'), [found?.country ?? '', found ? `MCC ${found.mcc}` : ''].filter(Boolean).join(' · ')],
        [t('more.answer'), found?.answer ?? ''],
        [t('more.word'), found?.word ?? ''],
      ]}
    />
  );
}
