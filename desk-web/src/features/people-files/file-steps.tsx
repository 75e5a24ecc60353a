import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useDeskFormat } from '../../ui/format.ts';
import type { PeopleFile } from './use-people-files.ts';

const NAMES = ['file', 'check', 'ask', 'results'] as const;
const NOW: Readonly<Record<PeopleFile['state'], number>> = { Ready: 1, Adding: 3, Done: 4, Dropped: 4 };

/** Where a file is on its way from the sender to its results. */
export function FileSteps({ file }: { readonly file: PeopleFile }) {
  const t = useTexts('deskPeopleFiles');
  const format = useDeskFormat();
  const notes: Readonly<Record<(typeof NAMES)[number], string>> = {
    file: t('step.fileNote', { count: file.rows, rows: format.count(file.rows), columns: file.columns }),
    check: t('step.checkNote', { errors: format.count(file.wrong), doubtful: format.count(file.doubtful) }),
    ask: t('step.askNote'),
    results: t('step.resultsNote'),
  };
  const now = NOW[file.state];
  return (
    <ol className="file-steps">
      {NAMES.map((name, at) => (
        <li
          key={name}
          className={at < now ? 'file-steps__done' : at === now ? 'file-steps__now' : undefined}
          aria-current={at === now ? 'step' : undefined}
        >
          {t(`step.${name}`)}
          <span className="quiet">{notes[name]}</span>
        </li>
      ))}
    </ol>
  );
}
