import { Link, useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Say } from '../../ui/say.tsx';
import { AskPart } from './ask-part.tsx';
import { FileFigures } from './file-figures.tsx';
import { FileSteps } from './file-steps.tsx';
import { SheetPane } from './sheet-pane.tsx';
import { type PeopleFile, saveTemplate } from './use-people-files.ts';
import './people-files.css';

const EVERY_MS = 10_000;
/** While rows are added. */
const OFTEN_MS = 2_000;

/** A file of people and cards: each row, what is wrong at which cell, and the request to add the good ones. */
export function PeopleFileScreen() {
  const t = useTexts('deskPeopleFiles');
  const { file = '' } = useParams();
  const slow = useCommand('people-file', { file }, { everyMs: EVERY_MS });
  const isAdding = slow.rows?.[0]?.state === 'Adding';
  const quick = useCommand('people-file', { file }, { everyMs: OFTEN_MS, isOff: !isAdding });
  const looked = isAdding && quick.rows ? quick : slow;
  const [found] = looked.rows ?? [];
  return (
    <>
      <FileHead file={found} />
      <LookedPart of={looked} empty={t('unknown')}>
        {([shown]) => (shown ? <FileBody file={shown} /> : null)}
      </LookedPart>
    </>
  );
}

function FileHead({ file }: { readonly file: PeopleFile | undefined }) {
  const t = useTexts('deskPeopleFiles');
  const format = useDeskFormat();
  const lead = file
    ? [t('sent', { brand: file.brand, name: file.sender, at: format.momentIn(file.sent) }), t(`lead.${file.state}`)]
    : [];
  return (
    <PageHead
      title={file?.name ?? t('title')}
      lead={lead.join(' · ')}
      trail={
        <>
          <Link to="/people">{t('people')}</Link>
          {' / '}
          <Link to="/people-files">{t('title')}</Link>
        </>
      }
      actions={
        <>
          <Button tone="line" onClick={saveTemplate}>
            {t('template')}
          </Button>
          <Link className="button button--line" to="/people-files">
            {t('another')}
          </Link>
        </>
      }
    />
  );
}

function FileBody({ file }: { readonly file: PeopleFile }) {
  const t = useTexts('deskPeopleFiles');
  const format = useDeskFormat();
  return (
    <div className="stack">
      <FileSteps file={file} />
      <FileFigures file={file} />
      {file.state === 'Adding' ? (
        <Say tone="info" isNews>
          {t('adding', {
            added: format.count(file.added + file.refused),
            all: format.count(file.added + file.refused + file.good),
          })}
        </Say>
      ) : null}
      {file.erased ? <Say tone="info">{t('erased')}</Say> : null}
      <SheetPane file={file} />
      <AskPart file={file} />
    </div>
  );
}
