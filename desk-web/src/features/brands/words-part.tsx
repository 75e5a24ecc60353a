import { LANGUAGE_NAME, LANGUAGE_TAG, type Language, LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Field } from '@wattle/web/ui/fields/field.tsx';
import { TextArea } from '@wattle/web/ui/fields/text-area.tsx';
import { useDeferredValue, useId, useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Pane } from '../../ui/pane.tsx';
import type { BrandEdit, Finding } from './use-brand-edit.ts';

type Word = RowOf<'brand-words'>;

type WordsProps = {
  readonly brand: string;
  readonly version: string;
  readonly edit: BrandEdit;
  readonly findings: readonly Finding[];
};

/** Texts of a version by key, beside the product's. */
export function WordsPart({ brand, version, edit, findings }: WordsProps) {
  const t = useTexts('deskBrands');
  const id = useId();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const search = useDeferredValue(typed);
  const looked = useCommand('brand-words', { brand, version, search, page: String(page) });
  return (
    <Pane title={t('words.title')}>
      <div className="form brands__search">
        <Field
          id={id}
          label={t('words.search')}
          hint={t('words.hint')}
          value={typed}
          autoComplete="off"
          onValue={(value) => {
            setTyped(value);
            setPage(1);
          }}
        />
      </div>
      <LookedPart of={looked} empty={t(search === '' ? 'words.none' : 'words.notFound')}>
        {(rows) => (
          <ul className="brands__words">
            {[...new Set(rows.map(({ key }) => key))].map((key) => (
              <li key={key}>
                <p className="mono small">{key}</p>
                <div className="brands__pair" role="group" aria-label={key}>
                  {rows
                    .filter((word) => word.key === key)
                    .map((word) => (
                      <WordField key={word.language} word={word} edit={edit} findings={findings} />
                    ))}
                </div>
              </li>
            ))}
          </ul>
        )}
      </LookedPart>
      <PageButtons
        before={page > 1 && { label: t('words.before'), onPress: () => setPage(page - 1) }}
        next={looked.hasMore && { label: t('words.next'), onPress: () => setPage(page + 1) }}
      />
    </Pane>
  );
}

const languageOf = (name: string): Language => LANGUAGES.find((one) => one === name) ?? LANGUAGES[0];

type WordProps = { readonly word: Word } & Pick<WordsProps, 'edit' | 'findings'>;

function WordField({ word: { key, language: named, own, text }, edit, findings }: WordProps) {
  const t = useTexts('deskBrands');
  const id = useId();
  const language = languageOf(named);
  const place = `texts.${named}.${key}`;
  const isTouched = place in edit.changes;
  const changed = edit.changes[place];
  const value = isTouched ? String(changed ?? '') : text;
  const fault = findings.find((one) => one.state === 'fault' && one.place === place);
  return (
    <div lang={LANGUAGE_TAG[language]}>
      <TextArea
        id={id}
        label={LANGUAGE_NAME[language]}
        hint={t('words.own', { text: own })}
        rows={2}
        value={value}
        error={fault && !isTouched ? t('fault', { reason: fault.reason }) : undefined}
        // An empty text is the product's own again.
        onValue={(typed) => edit.change(place, typed === '' ? null : typed, text === '' ? null : text)}
      />
    </div>
  );
}
