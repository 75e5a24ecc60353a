import './payee-search.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { digitsText, lineText } from '@wattle/contract/rules/typed-text.ts';
import { type KeyboardEvent, useId, useRef } from 'react';
import { canReadClipboard, readFromClipboard } from '../../../browser/clipboard.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { AppIcon } from '../../../ui/app-icon.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { isComposingKey } from '../../../ui/fields/use-composition.ts';
import type { MethodDescriptor, PaymentValues } from '../payment-method.ts';
import type { Listed } from '../payees/payees.domain.ts';
import { OwnHit, ReadPayeeHit, SavedHit } from './payee-hits.tsx';
import { type Hits, useHits } from './use-hits.ts';

export type Choices = {
  readonly payee: (payee: Listed) => void;
  readonly ownCard: (card: CardSummary) => void;
  readonly read: (method: MethodDescriptor, values: PaymentValues) => void;
  readonly someoneNew: (method: MethodDescriptor) => void;
};

type PayeeSearchProps = {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly methods: readonly MethodDescriptor[];
  readonly payees: readonly Listed[];
  readonly ownCards: readonly CardSummary[];
  readonly choices: Choices;
};

/** Payees of these methods, as part of a key of the texts. */
function whomOf(methods: readonly MethodDescriptor[]): 'both' | 'people' | 'billers' {
  const [has, isBoth] = [methods[0]?.pays ?? 'people', new Set(methods.map(({ pays }) => pays)).size > 1];
  return isBoth ? 'both' : has;
}

/**
 * The one field of the payee choice: a name, an account, a biller code, or a whole message that holds them. What it is
 * taken for is a row below it, which Enter takes and the arrow keys reach. The text is kept nowhere else, because it may
 * be the number of a card.
 */
export function PayeeSearch({ text, onText, methods, payees, ownCards, choices }: PayeeSearchProps) {
  const t = useTexts('transfers');
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const hits = useHits(text, methods, payees, ownCards);
  const whom = methods.some(({ isFoundFirst }) => isFoundFirst) ? 'payId' : whomOf(methods);
  const step = (event: KeyboardEvent, by: number) => {
    event.preventDefault();
    const rows = [...(whole.current?.querySelectorAll<HTMLElement>('.payee-search__hits button') ?? [])];
    const at = rows.indexOf(event.currentTarget as HTMLElement) + by;
    (rows[at] ?? (at < 0 ? field.current : null))?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposingKey(event.nativeEvent)) return;
    if (event.key === 'ArrowDown') step(event, 1);
    if (event.key === 'ArrowUp') step(event, -1);
  };
  const paste = async () => {
    const pasted = await readFromClipboard();
    // A line break would be dropped by the field, and the words beside it would become one.
    if (pasted !== null) onText(lineText(pasted));
    field.current?.focus();
  };
  return (
    <search className="payee-search" ref={whole}>
      <SearchField
        inputRef={field}
        label={t(whom === 'payId' ? 'whom.label.payId' : `whom.${whom}`)}
        placeholder={t(whom === 'payId' ? 'whom.placeholder.payId' : 'whom.placeholder')}
        describedBy={id}
        value={text}
        onText={onText}
        onKeyDown={(event) => {
          onKeyDown(event);
          if (event.key !== 'Enter' || event.defaultPrevented) return;
          event.preventDefault();
          whole.current?.querySelector<HTMLElement>('.payee-search__hits button')?.click();
        }}
        end={
          canReadClipboard() ? (
            <button type="button" className="payee-search__paste" onClick={() => void paste()}>
              <AppIcon name="paste" size="s" />
              {t('whom.paste')}
            </button>
          ) : null
        }
      />
      <p className="payee-choice__quiet" id={id}>
        {t(`whom.hint.${whom}`)}
      </p>
      <Found hits={hits} text={text} methods={methods} choices={choices} onKeyDown={onKeyDown} />
    </search>
  );
}

type FoundProps = Pick<PayeeSearchProps, 'methods' | 'choices'> & {
  readonly hits: Hits;
  readonly text: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

function Found({ hits, text, methods, choices, onKeyDown }: FoundProps) {
  const t = useTexts('transfers');
  const { saved, own, read, refused, isPending } = hits;
  const isSearching = lineText(text) !== '';
  const count = saved.length + own.length + read.length;
  return (
    <>
      <p className="visually-hidden" role="status">
        {isSearching && !isPending && refused === null ? t('whom.found', { count }) : ''}
      </p>
      {count === 0 ? null : (
        <ul className="payee-search__hits panel" aria-label={t('whom.results')}>
          {saved.map((payee) => (
            <li key={payee.PayeeId}>
              <SavedHit payee={payee} onChoose={() => choices.payee(payee)} onKeyDown={onKeyDown} />
            </li>
          ))}
          {own.map((card) => (
            <li key={card.AccountNumber}>
              <OwnHit card={card} onChoose={() => choices.ownCard(card)} onKeyDown={onKeyDown} />
            </li>
          ))}
          {read.map((hit) => (
            <li key={hit.method.name}>
              <ReadPayeeHit {...hit} onChoose={() => choices.read(hit.method, hit.values)} onKeyDown={onKeyDown} />
            </li>
          ))}
        </ul>
      )}
      {isSearching && count === 0 && !isPending ? (
        <NoneFound refused={refused} text={text} methods={methods} onNew={choices.someoneNew} />
      ) : null}
    </>
  );
}

type NoneFoundProps = Pick<Hits, 'refused'> & {
  readonly text: string;
  readonly methods: readonly MethodDescriptor[];
  readonly onNew: Choices['someoneNew'];
};

/** Nothing that can be paid: why, and what can be used in its place. */
function NoneFound({ refused, text, methods, onNew }: NoneFoundProps) {
  const t = useTexts('transfers');
  const person = methods.find(({ pays }) => pays === 'people');
  const hasPayIds = methods.some(({ isFoundFirst }) => isFoundFirst);
  if (refused === null && hasPayIds && /^\d{11}$/.test(digitsText(text)))
    return <p className="field__error">{t('whom.payId.abn')}</p>;
  if (refused === null)
    return <p className="payee-choice__quiet">{t(`whom.none.${hasPayIds ? 'payId' : whomOf(methods)}`)}</p>;
  const isCard = refused === 'card';
  const takesBills = methods.some(({ pays }) => pays === 'billers');
  return (
    <Banner title={t(isCard ? 'whom.card' : 'whom.payId')} role="status">
      {t(isCard ? (takesBills ? 'whom.cardBill' : 'whom.cardText') : 'whom.payIdText')}
      {person ? (
        <span className="payee-search__way">
          <Button tone="tonal" small onClick={() => onNew(person)}>
            {t(`new.${person.name}.title`)}
          </Button>
        </span>
      ) : null}
    </Banner>
  );
}
