import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { plainWords } from '../../ui/field-words.ts';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import type { Act } from './use-person.ts';

export type CardRow = RowOf<'cards-of'>;

const TONES: Readonly<Record<string, TagTone>> = {
  Active: 'ok',
  NotIssued: 'info',
  Ordered: 'info',
  Restricted: 'bad',
  Lost: 'bad',
  Stolen: 'bad',
};

export function CardState({ status }: { readonly status: string }) {
  const t = useTexts('deskPeople');
  const words = t.has(`status.${status}`) ? t(`status.${status}`) : plainWords(status);
  return <Tag tone={TONES[status] ?? 'plain'}>{words}</Tag>;
}

/** Commands for a card, by its state. */
function actsOf({ card, status }: CardRow): readonly Act[] {
  const act = (command: string, label: string): Act => ({ command, label, given: { card } });
  if (status === 'Active' || status === 'ActiveOff')
    return [act('block-card', 'act.block'), act('report-card', 'act.report')];
  if (status === 'Restricted') return [act('unblock-card', 'act.unblock')];
  return status === 'Lost' || status === 'Stolen' ? [act('reissue-card', 'act.reissue')] : [];
}

/** One card with its state and the possible actions. */
export function CardLine({ card, onAct }: { readonly card: CardRow; readonly onAct: (act: Act) => void }) {
  const t = useTexts('deskPeople');
  const [year = '', month = ''] = card.expiry.split('-');
  return (
    <li className="people__card">
      <p className="people__cardName">
        <strong>{card.name}</strong>
        <span className="figures">{t('ending', { last4: card.number.slice(-4) })}</span>
        <CardState status={card.status} />
      </p>
      <p className="small quiet">{`${card.scheme} · ${month}/${year.slice(2)}`}</p>
      <p className="people__cardActs small">
        {actsOf(card).map((act) => (
          <button key={act.command} type="button" className="link-button" onClick={() => onAct(act)}>
            {t(act.label)}
          </button>
        ))}
      </p>
    </li>
  );
}
