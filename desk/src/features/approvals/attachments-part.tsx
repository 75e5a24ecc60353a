import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useState } from 'react';
import { giveCommand, newKey, type RowOf } from '../../calls/commands.ts';
import type { Failure } from '../../calls/send.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../parts/command-form.tsx';
import { useDeskFormat } from '../../parts/format.ts';
import { LookedPart } from '../../parts/looked.tsx';
import { useFailureWords } from '../../parts/refusal-words.ts';
import { RowsTable } from '../../parts/rows-table.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Say } from '../../parts/say.tsx';
import type { Request } from './use-requests.ts';

/** As many as the server takes. */
const MOST = 5;

/** Documents of a request, and the form by which its asker attaches one while it waits. */
export function AttachmentsPart({ request }: { readonly request: Request }) {
  const t = useTexts('deskApprovals');
  const { attachments, isOwn, state } = request;
  const mayAttach = isOwn && state === 'Requested' && attachments < MOST;
  if (attachments === 0 && !mayAttach) return null;
  return (
    <div className="approvals__attachments">
      <h3>{t('attachments.title')}</h3>
      {attachments === 0 ? null : <AttachmentList key={attachments} request={request.request} />}
      {mayAttach ? (
        <CommandForm
          name="attach"
          given={{ request: request.request }}
          action={t('attachments.attach')}
          tone="line"
          isShownElsewhere
        />
      ) : null}
    </div>
  );
}

/** One is saved and not opened here: it is not ours. */
function AttachmentList({ request }: { readonly request: string }) {
  const t = useTexts('deskApprovals');
  const format = useDeskFormat();
  const wordsOf = useFailureWords();
  const looked = useCommand('request-attachments', { request });
  const [failure, setFailure] = useState<Failure>();
  const save = async (attachment: string) => {
    const answered = await giveCommand<RowOf<'request-attachment'>>('request-attachment', {
      input: { request, attachment },
      key: newKey(),
    });
    setFailure(answered.ok ? undefined : answered.failure);
    const [row] = answered.ok ? answered.value.rows : [];
    if (row) saveFile(row);
  };
  return (
    <>
      {failure ? (
        <Say tone="bad" isNews>
          {wordsOf(failure)}
        </Say>
      ) : null}
      <LookedPart of={looked} empty={t('attachments.none')}>
        {(rows) => (
          <RowsTable
            label={t('attachments.title')}
            rows={rows}
            keyOf={({ attachment }) => attachment}
            columns={[
              {
                key: 'name',
                head: t('attachments.name'),
                render: ({ name, size, at }) => (
                  <>
                    <span className="approvals__name">{name}</span>
                    <span className="approvals__sub">
                      {t('attachments.about', { count: Math.ceil(size / 1024), at: format.momentIn(at) })}
                    </span>
                  </>
                ),
              },
              {
                key: 'open',
                head: '',
                isTight: true,
                render: ({ attachment, name }) => (
                  <Button
                    tone="line"
                    small
                    aria-label={t('attachments.openNamed', { name })}
                    onClick={() => void save(attachment)}
                  >
                    {t('attachments.open')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </LookedPart>
    </>
  );
}
