import './search.css';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { closeModal, openModal } from '@wattle/web/browser/modal.ts';
import { useStore } from '@wattle/web/observable.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { SearchField } from '@wattle/web/ui/fields/search-field.tsx';
import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from '@wattle/web/router/public.ts';
import type { Searched, TypedSearch } from './typed-search.ts';
import { useFailureWords } from '../ui/refusal-words.ts';
import { type Hit, type HitAct, type Kind, KINDS } from './hit.ts';
import { HitList } from './hit-list.tsx';
import { HitPart, TypedPart } from './hit-part.tsx';
import { keepRecent, recent } from './recent.ts';
import { useAnswered } from './use-answered.ts';
import { useHits } from './use-hits.ts';

type PaletteProps = {
  readonly typed: TypedSearch;
  readonly onTyped: (typed: TypedSearch) => void;
  readonly onClose: () => void;
};

/**
 * Search of the desk over its page: a combobox whose list is always shown. It answers as one types, arrows choose,
 * Enter opens.
 */
export function Palette({ typed: { text: typed, isEager }, onTyped, onClose }: PaletteProps) {
  const t = useTexts('deskSearch');
  const id = useId();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const failureWords = useFailureWords();
  const [kind, setKind] = useState<Kind>();
  const [at, setAt] = useState(0);
  const setEager = (next: boolean) => onTyped({ text: typed, isEager: next });
  const words = lineText(typed);
  const { answer, isAsking } = useAnswered(typed);
  const { hits: recentHits, words: recentWords } = useStore(recent);
  const all = useHits(words, answer?.rows ?? []);
  const found = words === '' ? recentHits : all;
  const hits = kind === undefined ? found : found.filter((hit) => hit.kind === kind);
  const chosen = hits[Math.min(at, hits.length - 1)];
  const listId = `${id}-list`;
  const idOf = (hit: Hit) => `${id}-${hits.indexOf(hit)}`;
  useModal(dialog);

  const change = (text: string) => {
    onTyped({ text, isEager: false });
    setKind(undefined);
    setAt(0);
  };
  const open = (hit: Hit) => {
    keepRecent(hit, words);
    onClose();
    void navigate(hit.to, hit.passed ? { state: hit.passed } : {});
  };
  const act = ({ to, state }: HitAct) => {
    onClose();
    void navigate(to, { state });
  };
  // One hit is opened by the Enter that came before it; of several, one is chosen first.
  useEffect(() => {
    if (!isEager || isAsking) return;
    setEager(false);
    const named = all.filter((hit) => hit.isNamed);
    const [action] = named;
    if (action) {
      if (named.length === 1) open(action);
      return;
    }
    const [row, ...rows] = answer?.rows ?? [];
    const only = row ? all.find(({ id: one }) => one === `${row.kind} ${row.object}`) : all[0];
    const isOnly = row ? rows.length === 0 : all.length === 1;
    if (only && isOnly) open(only);
  });
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && hits.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, hits.length - 1) + step + hits.length) % hits.length);
    }
    // To the actions of the hit, from the end of what was typed.
    if (event.key === 'ArrowRight' && event.currentTarget.selectionStart === typed.length) {
      dialog.current?.querySelector<HTMLElement>('.palette__acts button')?.focus();
    }
    // A browser would clear the field first.
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (isAsking) setEager(true);
    else if (chosen) open(chosen);
  };
  const seeAll = () => {
    onClose();
    void navigate('/search', { state: { words } satisfies Searched });
  };
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  const status = isAsking ? t('searching') : words === '' ? '' : t('count', { count: hits.length });

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a press beside it closes it, as Escape does.
    <dialog
      className="palette"
      ref={dialog}
      aria-label={t('title')}
      onCancel={onCancel}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="palette__box">
        <div className="palette__field">
          <SearchField
            label={t('title')}
            placeholder={t('placeholder')}
            value={typed}
            onText={change}
            takesKey={false}
            onKeyDown={onKey}
            list={{ id: listId, isOpen: hits.length > 0, active: chosen && idOf(chosen) }}
          />
          <button type="button" className="link-button" onClick={onClose}>
            {t('close')}
          </button>
        </div>
        <Kinds of={found} kind={kind} onKind={(next) => [setKind(next), setAt(0)]} isShown={words !== ''} />
        <div className="palette__body">
          <div className="palette__list">
            <HitList
              id={listId}
              hits={hits}
              words={words}
              chosen={chosen}
              idOf={idOf}
              isRecent={words === ''}
              onOpen={open}
            />
            {answer?.failure ? <p className="palette__none">{failureWords(answer.failure)}</p> : null}
            {words !== '' && hits.length === 0 && !isAsking && !answer?.failure ? (
              <p className="palette__none">
                <span className="strong">{t('none', { words })}</span>
                <span className="quiet small">{t('noneText')}</span>
              </p>
            ) : null}
            {words === '' && recentWords.length > 0 ? <RecentWords of={recentWords} onWords={change} /> : null}
            {answer?.hasMore ? (
              <button type="button" className="link-button palette__all" onClick={seeAll}>
                {t('all')}
              </button>
            ) : null}
          </div>
          <div className="palette__side">
            {chosen && words !== '' ? <HitPart hit={chosen} onAct={act} /> : <TypedPart />}
          </div>
        </div>
        <p className="palette__keys" aria-hidden="true">
          <span>
            <kbd>↑</kbd>
            <kbd>↓</kbd>
            <span>{t('key.move')}</span>
          </span>
          <span>
            <kbd>↵</kbd>
            <span>{t('key.open')}</span>
          </span>
          {chosen?.acts && chosen.acts.length > 0 ? (
            <span>
              <kbd>→</kbd>
              <span>{t('key.acts')}</span>
            </span>
          ) : null}
          <span>
            <kbd>{t('key.escape')}</kbd>
            <span>{t('close')}</span>
          </span>
        </p>
        <p className="visually-hidden" role="status">
          {status}
        </p>
      </div>
    </dialog>
  );
}

/** Opens the dialog while it is drawn; the focus goes to the field, and back to where it was. */
function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    openModal(element);
    const field = element.querySelector('input');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
    return () => closeModal(element);
  }, [dialog]);
}

type KindsProps = {
  readonly of: readonly Hit[];
  readonly kind: Kind | undefined;
  readonly isShown: boolean;
  readonly onKind: (kind: Kind | undefined) => void;
};

/** How many hits there are of each kind. One of them leaves only its hits. */
function Kinds({ of, kind, isShown, onKind }: KindsProps) {
  const t = useTexts('deskSearch');
  const counts = KINDS.map((one) => ({ one, count: of.filter((hit) => hit.kind === one).length })).filter(
    ({ count }) => count > 0,
  );
  if (!isShown || of.length === 0) return null;
  return (
    <div className="palette__kinds" role="group" aria-label={t('kinds')}>
      <button type="button" className="kind" aria-pressed={kind === undefined} onClick={() => onKind(undefined)}>
        {t('kind.all', { count: of.length })}
      </button>
      {counts.map(({ one, count }) => (
        <button key={one} type="button" className="kind" aria-pressed={kind === one} onClick={() => onKind(one)}>
          {t(`kind.${one}`, { count })}
        </button>
      ))}
    </div>
  );
}

function RecentWords({ of, onWords }: { readonly of: readonly string[]; readonly onWords: (words: string) => void }) {
  const t = useTexts('deskSearch');
  return (
    <div className="palette__words">
      <p className="palette__group">{t('recent.words')}</p>
      {of.map((words) => (
        <button key={words} type="button" className="palette__word" onClick={() => onWords(words)}>
          {words}
        </button>
      ))}
    </div>
  );
}
