import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Pane } from '../../ui/pane.tsx';
import { useSavedFile } from '../../ui/use-saved-file.tsx';
import { SheetGrid } from './sheet-grid.tsx';
import { leftOut, type Part, type PeopleFile } from './use-people-files.ts';

/** Parts that have rows, the first one to look at first. */
function partsOf({ wrong, doubtful, good, known, added, refused }: PeopleFile) {
  const all: readonly (readonly [Part, number])[] = [
    ['check', wrong + doubtful],
    ['refused', refused],
    ['good', good],
    ['added', added],
    ['known', known],
  ];
  return all.filter(([, count]) => count > 0);
}

/** Rows of a file, those with errors and doubts first. */
export function SheetPane({ file }: { readonly file: PeopleFile }) {
  const t = useTexts('deskPeopleFiles');
  const format = useDeskFormat();
  const parts = partsOf(file);
  const [chosen, setChosen] = useState<Part>();
  const part = parts.find(([one]) => one === chosen)?.[0] ?? parts[0]?.[0];
  const saved = useSavedFile('people-file-results');
  const maySave = useDefinition('correct-people-row')?.mayGive === true && !file.erased && leftOut(file) > 0;
  return (
    <Pane
      title={t('rows.title')}
      isPadded={false}
      aside={
        maySave ? (
          <button
            type="button"
            className="link-button"
            onClick={() => void saved.save({ file: file.file, leftOut: true })}
          >
            {t('rows.leftOut')}
          </button>
        ) : null
      }
    >
      <div className="sheet__head">
        <div className="chips" role="group" aria-label={t('rows.filter')}>
          {parts.map(([one, count]) => (
            <button key={one} type="button" aria-pressed={one === part} onClick={() => setChosen(one)}>
              {t(`part.${one}`, { count, rows: format.count(count) })}
            </button>
          ))}
        </div>
        {file.state === 'Ready' ? <span className="quiet small">{t('rows.hint')}</span> : null}
      </div>
      {saved.failure}
      {part ? <SheetRows key={part} file={file} part={part} /> : <p className="looked__none">{t('rows.none')}</p>}
    </Pane>
  );
}

function SheetRows({ file, part }: { readonly file: PeopleFile; readonly part: Part }) {
  const t = useTexts('deskPeopleFiles');
  const [page, setPage] = useState(1);
  const looked = useCommand('people-file-rows', { file: file.file, part, ...(page > 1 && { page: String(page) }) });
  return (
    <>
      <LookedPart of={looked} empty={t('rows.none')}>
        {(cells) => <SheetGrid file={file} cells={cells} />}
      </LookedPart>
      <PageButtons
        before={page > 1 && { label: t('rows.before'), onPress: () => setPage(page - 1), isBusy: looked.isLooking }}
        next={looked.hasMore && { label: t('rows.next'), onPress: () => setPage(page + 1), isBusy: looked.isLooking }}
      />
    </>
  );
}
