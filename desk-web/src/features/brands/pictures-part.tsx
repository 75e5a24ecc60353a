import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Field } from '@wattle/web/ui/fields/field.tsx';
import { type DragEvent, useId, useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useChange } from '../../calls/use-change.ts';
import { useCommand } from '../../calls/use-command.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { OutcomePart } from '../../ui/outcome-part.tsx';
import { Pane } from '../../ui/pane.tsx';
import { Say } from '../../ui/say.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { BrandEdit, Finding } from './use-brand-edit.ts';

export type Picture = RowOf<'brand-pictures'>;

/** Kilobytes that a picture may have; the check says less where less is allowed. */
const MOST_KB = 256;
const NAME = /^[a-z\d-]{1,40}$/;

/** Address of a picture for an `img`, where no script of it runs and nothing is loaded. */
export const pictureSource = ({ contentType, body }: Pick<Picture, 'contentType' | 'body'>): string | undefined =>
  body === '' ? undefined : `data:${contentType};base64,${body}`;

const FIRST = ['logo.svg', 'logo-on-dark.svg', 'hero.svg'];
const placeOf = ({ picture }: Picture) => (FIRST.includes(picture) ? FIRST.indexOf(picture) : FIRST.length);
const inOrder = (rows: readonly Picture[]) => rows.toSorted((a, b) => placeOf(a) - placeOf(b));

type PicturesProps = {
  readonly brand: string;
  readonly version: string;
  readonly mayDraft: boolean;
  readonly edit: BrandEdit;
  readonly findings: readonly Finding[];
};

/** Logo, hero and card art of a version. A file replaces each, as the next draft. */
export function PicturesPart({ brand, version, mayDraft, edit, findings }: PicturesProps) {
  const t = useTexts('deskBrands');
  const looked = useCommand('brand-pictures', { brand, version });
  const { give, outcome, isSending } = useChange('draft-brand-picture');
  const [tooLarge, setTooLarge] = useState<string>();
  const send = async (picture: string, file: File | undefined) => {
    if (!file || isSending) return;
    setTooLarge(file.size > MOST_KB * 1024 ? file.name : undefined);
    if (file.size <= MOST_KB * 1024) await give({ brand, from: version, picture, name: file.name }, undefined, file);
  };
  return (
    <Pane title={t('pictures.title')}>
      <LookedPart of={looked} empty={t('pictures.none')}>
        {(rows) => (
          <ul className="brands__pictures">
            {inOrder(rows).map((picture) => (
              <PictureItem
                key={picture.picture}
                of={picture}
                mayDraft={mayDraft}
                edit={edit}
                fault={findings.find(({ state, place }) => state === 'fault' && place === `files.${picture.picture}`)}
                onFile={(file) => void send(picture.picture, file)}
              />
            ))}
          </ul>
        )}
      </LookedPart>
      {mayDraft ? <NewCard onFile={(name, file) => void send(name, file)} /> : null}
      <p className="small quiet">{t('pictures.rule')}</p>
      {tooLarge === undefined ? null : (
        <Say tone="bad" isNews>
          {t('pictures.tooLarge', { name: tooLarge, most: MOST_KB })}
        </Say>
      )}
      {outcome && outcome.kind !== 'done' ? (
        <OutcomePart outcome={outcome} isSending={isSending} onRetry={() => undefined} />
      ) : null}
    </Pane>
  );
}

type ItemProps = Pick<PicturesProps, 'mayDraft' | 'edit'> & {
  readonly of: Picture;
  readonly fault: Finding | undefined;
  readonly onFile: (file: File | undefined) => void;
};

function PictureItem({ of, fault, mayDraft, edit, onFile }: ItemProps) {
  const t = useTexts('deskBrands');
  const { picture, size } = of;
  const id = useId();
  const source = pictureSource(of);
  const place = `files.${picture}`;
  const isDropped = place in edit.changes;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (mayDraft) onFile(event.dataTransfer.files[0]);
  };
  return (
    <li onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <span className={`brands__picture${picture === 'logo-on-dark.svg' ? ' brands__picture--dark' : ''}`}>
        {source === undefined ? <Tag tone="bad">{t('pictures.refused')}</Tag> : <img src={source} alt={picture} />}
      </span>
      <span className="mono small">{picture}</span>
      <span className="small quiet">
        {isDropped ? t('pictures.removed') : t('pictures.size', { size: Math.ceil(size / 1024) })}
      </span>
      {fault ? (
        <span className="brands__fault small">{[fault.key, fault.reason].filter(Boolean).join(' ')}</span>
      ) : null}
      {mayDraft ? (
        <span className="brands__picture-acts">
          <label className="link-button small" htmlFor={id}>
            {t('pictures.replace')}
          </label>
          <input
            id={id}
            className="visually-hidden"
            type="file"
            aria-label={t('pictures.replaceOf', { picture })}
            accept={picture.endsWith('.png') ? 'image/png' : 'image/svg+xml,.svg'}
            onChange={({ target }) => {
              onFile(target.files?.[0]);
              target.value = '';
            }}
          />
          {picture.startsWith('cards/') && !isDropped ? (
            <button
              type="button"
              className="link-button small"
              aria-label={t('pictures.removeOf', { picture })}
              onClick={() => edit.change(place, null, picture)}
            >
              {t('pictures.remove')}
            </button>
          ) : null}
        </span>
      ) : null}
    </li>
  );
}

/** Adds the art of a card under a new name. */
function NewCard({ onFile }: { readonly onFile: (name: string, file: File | undefined) => void }) {
  const t = useTexts('deskBrands');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  if (!isOpen) {
    return (
      <p>
        <Button tone="line" small onClick={() => setOpen(true)}>
          {t('pictures.add')}
        </Button>
      </p>
    );
  }
  const isNamed = NAME.test(name);
  return (
    <div className="form">
      <Field
        id={id}
        label={t('pictures.cardName')}
        hint={t('pictures.cardHint')}
        error={name !== '' && !isNamed ? t('pictures.cardHint') : undefined}
        value={name}
        autoComplete="off"
        onValue={setName}
      />
      <input
        className="field__file"
        type="file"
        aria-label={t('pictures.file')}
        accept="image/svg+xml,.svg,image/png"
        disabled={!isNamed}
        onChange={({ target }) => {
          const file = target.files?.[0];
          onFile(`cards/${name}.${file?.type === 'image/png' ? 'png' : 'svg'}`, file);
          target.value = '';
          setOpen(false);
        }}
      />
    </div>
  );
}
