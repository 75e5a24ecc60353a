import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { useNow } from '../../ui/use-now.ts';

type ComplaintRow = RowOf<'complaints'>;

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const SOON_DAYS = 3;

/** Noon of a day in the zone of the programme, for its words. */
export const noonOf = (day: string) => `${day}T02:00:00Z`;

/** The next step of a complaint, with the hours to the first reply or the days to the answer. */
export function ComplaintDue({ of: { next, due, overdue } }: { readonly of: ComplaintRow }) {
  const t = useTexts('deskComplaints');
  const format = useDeskFormat();
  const now = useNow();
  if (next === 'acknowledge') {
    const hours = Math.ceil((Date.parse(due) - Date.parse(now)) / HOUR_MS);
    return (
      <Tag tone={overdue ? 'bad' : 'warn'}>
        {overdue ? t('due.acknowledgeOver') : t('due.acknowledge', { count: Math.max(hours, 1) })}
      </Tag>
    );
  }
  if (next === 'answer') {
    const days = Math.round((Date.parse(due) - Date.parse(format.dayOf(now))) / DAY_MS);
    const tone: TagTone = overdue ? 'bad' : days <= SOON_DAYS ? 'warn' : 'plain';
    const words = overdue ? 'due.answerOver' : days === 0 ? 'due.answerToday' : 'due.answer';
    return <Tag tone={tone}>{t(words, { count: Math.abs(days), day: format.dateOf(noonOf(due)) })}</Tag>;
  }
  return next === 'afca' ? <Tag tone="info">{t('due.afca')}</Tag> : null;
}
