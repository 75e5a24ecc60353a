import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { type Looked, useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useSavedFile } from '../../ui/use-saved-file.tsx';
import { EVERY_MS, type Request } from './use-requests.ts';

/** The maximum that the server accepts. */
const MOST = 5;

type AttachmentRow = RowOf<'request-attachments'>;

/** Documents of a request, looked up again while it waits: its asker may attach more. */
export const useAttachmentsOf = ({ request, attachments }: Request, isWaiting: boolean): Looked<AttachmentRow> =>
  useCommand('request-attachments', { request }, { isOff: attachments === 0, ...(isWaiting && { everyMs: EVERY_MS }) });

type AttachmentsPartProps = { readonly request: Request; readonly of: Looked<AttachmentRow> };

/** Documents of a request, and the form by which its asker attaches one while it waits. */
export function AttachmentsPart({ request, of }: AttachmentsPartProps) {
  const t = useTexts('deskApprovals');
  // Later ones are marked.
  const [known] = useState(request.attachments);
  const { attachments, isOwn, state } = request;
  const mayAttach = isOwn && state === 'Requested' && attachments < MOST;
  if (attachments === 0 && !mayAttach) return null;
  return (
    <div className="approvals__attachments">
      <h3>{t('attachments.title')}</h3>
      {attachments === 0 ? null : <AttachmentList request={request.request} of={of} known={isOwn ? MOST : known} />}
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

/** Files are saved and not opened here, because they come from outside. */
function AttachmentList({
  request,
  of,
  known,
}: Omit<AttachmentsPartProps, 'request'> & { readonly request: string; readonly known: number }) {
  const t = useTexts('deskApprovals');
  const format = useDeskFormat();
  const { save, failure } = useSavedFile('request-attachment');
  return (
    <>
      {failure}
      <LookedPart of={of} empty={t('attachments.none')}>
        {(rows) => (
          <RowsTable
            label={t('attachments.title')}
            rows={rows}
            keyOf={({ attachment }) => attachment}
            columns={[
              {
                key: 'name',
                head: t('attachments.name'),
                render: ({ attachment, name, size, at }) => (
                  <>
                    <span className="approvals__name">{name}</span>
                    <span className="approvals__sub">
                      {t('attachments.about', { count: Math.ceil(size / 1024), at: format.momentIn(at) })}
                    </span>
                    {Number(attachment) > known ? (
                      <span className="approvals__sub">
                        <Tag tone="warn">{t('attachments.new')}</Tag>
                      </span>
                    ) : null}
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
                    onClick={() => void save({ request, attachment })}
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
