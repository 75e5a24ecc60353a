import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { Say } from '../../ui/say.tsx';
import type { Request } from './use-requests.ts';

/** Earlier requests of the asker: the same command first. */
export function AskerHistory({ request }: { readonly request: Request }) {
  const t = useTexts('deskApprovals');
  const format = useDeskFormat();
  const { rows } = useCommand('request-history', { request: request.request });
  if (!rows) return null;
  const name = request.isOwn ? t('history.you') : request.askedByName;
  const same = rows.find(({ command }) => command === request.command);
  const others = rows.reduce((sum, { command, asked }) => (command === request.command ? sum : sum + asked), 0);
  return (
    <Say>
      <p>
        {same
          ? t('history.same', { name, count: same.asked, done: same.done, refused: same.refused })
          : t('history.first', { name })}
      </p>
      {same && same.amountDone !== '' ? <p>{t('history.sum', { sum: format.money(same.amountDone) })}</p> : null}
      {others > 0 ? <p>{t('history.others', { count: others })}</p> : null}
    </Say>
  );
}
