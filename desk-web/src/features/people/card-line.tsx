import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { plainWords } from '../../ui/field-words.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { ActLinks } from './act-links.tsx';
import { actsOfCard, type CardRow } from './use-acts.ts';
import type { Act } from './use-person.ts';

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

/** One card with its state and the possible actions. */
export function CardLine({ card, onAct }: { readonly card: CardRow; readonly onAct: (act: Act) => void }) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const [year = '', month = ''] = card.expiry.split('-');
  const last4 = card.number.slice(-4);
  const onItsWay =
    card.status !== 'Ordered' && card.status !== 'NotIssued'
      ? ''
      : card.dispatched === ''
        ? t('card.notSent')
        : card.delivered === ''
          ? t('card.sent', { day: format.dateOf(card.dispatched) })
          : t('card.arrived', { day: format.dateOf(card.delivered) });
  return (
    <li className="people__card">
      <p className="people__cardName">
        <strong className="figures">{t('ending', { last4 })}</strong>
        <span>{card.name}</span>
        <CardState status={card.status} />
      </p>
      <p className="small quiet">
        {[`${card.scheme} · ${month}/${year.slice(2)}`, onItsWay].filter(Boolean).join(' · ')}
      </p>
      <ActLinks acts={actsOfCard(card)} of={t('card.named', { last4 })} onAct={onAct} />
    </li>
  );
}
