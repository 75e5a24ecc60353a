import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { hasMoney, type PeopleFile } from './use-people-files.ts';

type Figure = { readonly key: string; readonly value: number; readonly tone?: 'ok' | 'danger' | 'warn' };

/** Rows of a file by what becomes of them. */
export function FileFigures({ file }: { readonly file: PeopleFile }) {
  const t = useTexts('deskPeopleFiles');
  const format = useDeskFormat();
  const { state, good, added, wrong, doubtful, known, refused } = file;
  const counts: readonly Figure[] = [
    state === 'Ready' ? { key: 'good', value: good, tone: 'ok' } : { key: 'added', value: added, tone: 'ok' },
    { key: 'wrong', value: wrong, ...(wrong > 0 && { tone: 'danger' }) },
    { key: 'doubtful', value: doubtful, ...(doubtful > 0 && { tone: 'warn' }) },
    { key: 'known', value: known },
    ...(refused > 0 ? [{ key: 'refused', value: refused, tone: 'danger' } as const] : []),
  ];
  const shown = counts.map((one) => ({ ...one, text: format.count(one.value) }));
  const money = { key: 'opening', text: format.money(file.opening), tone: undefined };
  return (
    <dl className="file-figures">
      {[...shown, ...(hasMoney(file) ? [money] : [])].map(({ key, text, tone }) => (
        <div key={key}>
          <dt>{t(`figure.${key}`)}</dt>
          <dd className="figure__value">{text}</dd>
          <dd className={tone ? `figure__note figure__note--${tone}` : 'figure__note'}>{t(`figure.${key}Note`)}</dd>
        </div>
      ))}
    </dl>
  );
}
