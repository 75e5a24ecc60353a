import { writeToClipboard } from '@wattle/web/browser/clipboard.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { AppIcon } from '@wattle/web/ui/app-icon.tsx';
import { Button } from '@wattle/web/ui/button.tsx';
import { Checkbox } from '@wattle/web/ui/fields/checkbox.tsx';
import { useState } from 'react';
import type { AnyRow } from '../calls/commands.ts';
import { clearShownOnce, useShownOnce } from '../calls/shown-once.ts';
import { grouped, useShownValue } from './answer-table.tsx';
import { useFieldWords } from './field-words.ts';
import { useDeskFormat } from './format.ts';
import { RowsTable } from './rows-table.tsx';
import { saveCsv } from './save-file.ts';
import { Say } from './say.tsx';

type ShownOncePartProps = {
  readonly request: string;
  /** The command that was carried out, if it is known: it has specific words. */
  readonly command?: string;
};

/**
 * Answer with columns that the server does not store. It stays, on other pages too, until the person says that it is
 * saved.
 */
export function ShownOncePart({ request, command = '' }: ShownOncePartProps) {
  const t = useTexts('desk');
  const words = useTexts('deskForms');
  const wordsOf = useFieldWords(command);
  const shownOf = useShownValue();
  const format = useDeskFormat();
  const answer = useShownOnce(request);
  const [isSaved, setSaved] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [copied, setCopied] = useState<'yes' | 'no'>();
  if (!answer) return null;
  const { rows, columns } = answer;
  const names = Object.keys(rows[0] ?? {});
  const own = (name: string) => [`once.${name}.${command}`, `once.${name}`].find((key) => words.has(key)) ?? '';
  const shown = (name: string, row: AnyRow) =>
    name === 'amount' ? format.money(String(row[name])) : grouped(shownOf(row[name]));
  const copy = async (text: string) => setCopied((await writeToClipboard(text)) ? 'yes' : 'no');
  // In groups as on the screen: a spreadsheet would take a zero off the beginning of a code.
  const cellsOf = (row: AnyRow) => names.map((name) => grouped(String(row[name] ?? '')));
  const textOf = (row: AnyRow) => cellsOf(row).join('\t');
  const all = [names.map(wordsOf), ...rows.map(cellsOf)];
  const close = () => {
    if (isSaved) return clearShownOnce(request);
    setMissing(true);
    document.getElementById(`saved-${request}`)?.focus();
    return undefined;
  };
  return (
    <div className="once">
      <Say tone="warn" isNews>
        <p className="strong">{words(own('title'))}</p>
        <p>{words(own('text'))}</p>
        <p className="small">{words(own('lost'))}</p>
      </Say>
      <div className="once__rows">
        <RowsTable
          label={t('outcome.answer')}
          rows={rows}
          keyOf={textOf}
          columns={[
            ...names.map((name) => ({
              key: name,
              head: wordsOf(name),
              isTight: true,
              isFigure: name === 'amount',
              render: (row: AnyRow) => (
                <span className={columns.includes(name) ? 'figures strong' : 'figures'}>{shown(name, row)}</span>
              ),
            })),
            ...(rows.length > 1
              ? [
                  {
                    key: 'copy',
                    head: '',
                    isTight: true,
                    isFigure: true,
                    render: (row: AnyRow) => (
                      <button
                        type="button"
                        className="link-button small"
                        aria-label={words('once.copyOne', { what: shown(names[0] ?? '', row) })}
                        onClick={() => void copy(textOf(row))}
                      >
                        {words('once.copy')}
                      </button>
                    ),
                  },
                ]
              : []),
          ]}
        />
        <div className="once__actions">
          <Button onClick={() => void copy(all.map((cells) => cells.join('\t')).join('\n'))}>
            <AppIcon name="copy" size="s" />
            {words('once.copyAll', { count: rows.length })}
          </Button>
          <Button tone="line" onClick={() => saveCsv(`request-${request}.csv`, all)}>
            <AppIcon name="moneyIn" size="s" />
            {words('once.download')}
          </Button>
          <span className="quiet small" role="status">
            {copied === undefined ? '' : words(copied === 'yes' ? 'once.copied' : 'once.copyFailed')}
          </span>
          <div className="once__close">
            <Checkbox
              id={`saved-${request}`}
              label={words(own('saved'))}
              isChecked={isSaved}
              onChange={setSaved}
              error={isMissing && !isSaved ? words('once.missing') : undefined}
            />
            <Button tone="line" onClick={close}>
              {words(own('close'))}
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}
