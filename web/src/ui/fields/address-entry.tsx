import { entriesOf } from '@wattle/contract/rules/typed-names.ts';
import './address-entry.css';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import {
  ADDRESS_LIMITS,
  type AddressDraft,
  type AddressLimits,
  type AddressName,
  type FoundAddress,
  partsOfFound,
} from './address-draft.ts';
import { AddressFields } from './address-fields.tsx';
import { Button } from '../button.tsx';
import { FieldGroup } from './field-group.tsx';
import { FieldNote } from './field-note.tsx';
import { described, FieldFrame } from './field.tsx';
import { ListInput } from './list-input.tsx';
import type { ListOption } from './list-options.ts';
import { type AddressSearch, useAddressSearch } from './use-address-search.ts';

type AddressEntryProps = {
  /** Prefix of the field ids: `home-line1`. */
  readonly id: string;
  readonly label: string;
  /** True if the heading above already has the label. */
  readonly isLabelHidden?: boolean;
  readonly draft: AddressDraft;
  readonly onValue: (name: AddressName, value: string) => void;
  readonly errorOf: (name: AddressName) => string | undefined;
  /** Searches addresses; without it only typing is possible. */
  readonly search?: AddressSearch | undefined;
  /** Returns the parts of a result. Rejects like the search. */
  readonly find?: (id: string) => Promise<FoundAddress>;
  readonly countries: readonly ListOption[];
  /** States of a country; an empty list means free text. */
  readonly statesOf: (country: string) => readonly ListOption[];
  readonly limits?: AddressLimits;
  /** Section for the browser's autofill, which distinguishes two addresses of a page: `section-home`. */
  readonly section?: string;
};

type Outcome = 'none' | 'finding' | 'found' | 'failed';

/** Entry of an address: searched and reviewed, or typed. If the search fails, the fields are shown. */
export function AddressEntry(props: AddressEntryProps) {
  const { id, label, isLabelHidden, draft, onValue, errorOf, search, find, limits = ADDRESS_LIMITS } = props;
  const t = useTexts('fields');
  const [outcome, setOutcome] = useState<Outcome>('none');
  const movesFocus = useRef<'line1' | 'search' | null>(null);
  const isSearched = search !== undefined && draft.way === 'search';
  useEffect(() => {
    const part = movesFocus.current;
    movesFocus.current = null;
    if (part !== null) document.getElementById(`${id}-${part}`)?.focus();
  }, [id, isSearched]);

  const typeIn = (next: Outcome) => {
    // The text typed so far becomes the first line.
    if (draft.line1 === '') {
      const { line1 = '', line2 = '' } = partsOfFound({ line1: draft.search }, limits);
      onValue('line1', line1);
      if (draft.line2 === '') onValue('line2', line2);
    }
    movesFocus.current = 'line1';
    setOutcome(next);
    onValue('way', 'typed');
  };
  const take = (hit: ListOption) => {
    onValue('search', hit.label);
    setOutcome('finding');
    const finding = find ? find(hit.value) : Promise.reject(new Error('no way to find'));
    finding.then(
      (found) => {
        for (const [name, value] of entriesOf(partsOfFound(found, limits)))
          if (value !== undefined) onValue(name, value);
        movesFocus.current = 'line1';
        setOutcome('found');
        onValue('way', 'typed');
      },
      () => typeIn('failed'),
    );
  };
  const hits = useAddressSearch(isSearched && outcome !== 'finding' ? draft.search : '', search, () =>
    typeIn('failed'),
  );

  const searchWords = { id: `${id}-search`, label: t('address.search'), hint: t('address.searchHint') };
  const note = outcome === 'finding' ? 'address.finding' : `address.${outcome}`;
  return (
    <FieldGroup id={id} label={label} isLabelHidden={isLabelHidden} isSection>
      <div className="address-entry">
        <FieldNote
          tone={outcome === 'finding' ? 'busy' : outcome === 'found' ? 'ok' : 'plain'}
          text={outcome === 'none' ? '' : t(note)}
        />
        {isSearched ? (
          <>
            <FieldFrame {...searchWords} error={errorOf('search')}>
              <ListInput
                id={searchWords.id}
                label={searchWords.label}
                text={draft.search}
                onText={(text) => onValue('search', text)}
                options={hits.hits}
                current=""
                onChoose={take}
                isSearch
                hasToggle={false}
                instead={
                  hits.state === 'short' ? undefined : t(hits.state === 'asking' ? 'list.loading' : 'address.none')
                }
                {...described({ ...searchWords, error: errorOf('search') })}
              />
            </FieldFrame>
            <Button tone="text" small onClick={() => typeIn('none')}>
              {t('address.typeIn')}
            </Button>
          </>
        ) : (
          <>
            <AddressFields
              {...props}
              limits={limits}
              onValue={(name, value) => {
                // If the search becomes available later, the typed values remain.
                onValue('way', 'typed');
                onValue(name, value);
              }}
            />
            {search ? (
              <Button
                tone="text"
                small
                onClick={() => {
                  movesFocus.current = 'search';
                  setOutcome('none');
                  onValue('way', 'search');
                }}
              >
                {t('address.searchAgain')}
              </Button>
            ) : null}
          </>
        )}
      </div>
    </FieldGroup>
  );
}
