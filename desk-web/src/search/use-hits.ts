import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { translate } from '@wattle/web/i18n/i18n.ts';
import type { RowOf } from '../calls/commands.ts';
import { useDefinitions } from '../calls/definitions.ts';
import { groupOf } from '../calls/task-groups.ts';
import { useCommand } from '../calls/use-command.ts';
import { knownPages } from '../known-pages.ts';
import { useCommandTitle } from '../ui/command-title.ts';
import { plainWords } from '../ui/field-words.ts';
import { useDeskFormat } from '../ui/format.ts';
import type { TagTone } from '../ui/tag.tsx';
import { useBoundActs, useBoundHits } from './bound-acts.ts';
import { hasAllWords } from './marked-words.ts';
import { type Hit, KINDS } from './hit.ts';
import type { FoundRow } from './use-answered.ts';

const MOST_LOCAL = 6;

const TONES: Readonly<Record<string, TagTone>> = {
  Active: 'ok',
  Done: 'ok',
  Settled: 'ok',
  Issued: 'ok',
  Lost: 'bad',
  Stolen: 'bad',
  Failed: 'bad',
  Returned: 'warn',
  InDoubt: 'warn',
  Requested: 'warn',
  Restricted: 'warn',
  Blocked: 'warn',
};

const joined = (...parts: readonly string[]) => parts.filter(Boolean).join(' · ');

/** Rows of the server, open requests, actions and pages as hits for these words. */
export function useHits(words: string, rows: readonly FoundRow[]): readonly Hit[] {
  const fromRow = useRowWords();
  const requests = useOpenRequestHits(words);
  const actions = useActionHits(words);
  const bound = useBoundHits(words, rows);
  const found = rows.map(fromRow);
  const known = new Set(found.map(({ id }) => id));
  const listed = [...found, ...requests.filter(({ id }) => !known.has(id)), ...bound, ...actions];
  // Where an action was typed, actions come first, then kind by kind.
  const isActing = bound.some(({ isNamed }) => isNamed);
  const rankOf = ({ kind }: Hit) => (isActing && kind === 'action' ? -1 : KINDS.indexOf(kind));
  return listed.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function useRowWords(): (row: FoundRow) => Hit {
  const t = useTexts('deskSearch');
  const format = useDeskFormat();
  const titleOf = useCommandTitle();
  const actsOf = useBoundActs();
  const state = (name: string) => ({ words: plainWords(name), tone: TONES[name] ?? 'plain' });
  return (row): Hit => {
    const { kind, object, person, name, about, match, brand, email, mobile, accounts, cards } = row;
    const amount = row.amount === '' || Number.isNaN(Number(row.amount)) ? '' : format.money(row.amount);
    const id = `${kind} ${object}`;
    const toPerson = `/people/${person.replace('holder:', '')}`;
    if (kind === 'card') {
      return {
        id,
        kind,
        title: joined(t('card', { ending: cards }), name || t('noHolder')),
        sub: joined(about, brand, t('account', { account: accounts })),
        ...(row.state !== '' && { state: state(row.state) }),
        to: person === '' ? '/all-commands/find' : `${toPerson}/accounts`,
        ...(person === '' && { passed: { given: { card: object } } }),
        acts: actsOf(row),
        facts: [
          [t('fact.holder'), name],
          [t('fact.product'), about],
          [t('fact.account'), accounts],
        ],
      };
    }
    if (kind === 'person') {
      return {
        id,
        kind,
        title: name || t('noHolder'),
        sub: joined(match || email, t('account', { account: accounts }), brand),
        to: toPerson,
        acts: actsOf(row),
        facts: [
          [t('fact.account'), accounts],
          [t('fact.cards'), cards],
          [t('fact.mobile'), mobile],
          [t('fact.email'), email],
          [t('fact.brand'), brand],
        ],
      };
    }
    if (kind === 'payment') {
      return {
        id,
        kind,
        title: t('payment', { from: name || t('noHolder'), to: about }),
        sub: joined(t('receipt', { receipt: object }), plainWords(row.state), format.momentIn(row.at)),
        amount,
        to: `/payments/${object}`,
        facts: [
          [t('fact.receipt'), object],
          [t('fact.account'), accounts],
          [t('fact.state'), plainWords(row.state)],
          [t('fact.paid'), format.momentOf(row.at)],
        ],
      };
    }
    if (kind === 'order') {
      return {
        id,
        kind,
        title: t('order', { order: object }),
        sub: t('order.cards', { count: Number(cards) }),
        state: state(row.state),
        amount,
        to: `/orders/${object}`,
        facts: [
          [t('fact.state'), plainWords(row.state)],
          [t('fact.total'), amount],
        ],
      };
    }
    if (kind === 'complaint') {
      return {
        id,
        kind,
        title: t('complaint', { name }),
        sub: joined(
          t('complaint.reference', { reference: object }),
          t(`complaint.about.${about}`),
          format.dateOf(row.at),
        ),
        state: state(row.state),
        to: `/complaints/${object}`,
        facts: [
          [t('fact.person'), name],
          [t('fact.state'), plainWords(row.state)],
          [t('fact.opened'), format.momentOf(row.at)],
        ],
      };
    }
    return {
      id,
      kind,
      title: [titleOf(about), amount].filter(Boolean).join(' '),
      sub: joined(t('request.number', { request: object }), t('request.asked', { name, at: format.momentIn(row.at) })),
      state: { words: t(`request.state.${row.state}`), tone: TONES[row.state] ?? 'plain' },
      to: `/approvals/${object}`,
      facts: [],
    };
  };
}

/** Requests that wait, by the words of their title, their reason and who asked. The rail has them already. */
function useOpenRequestHits(words: string): readonly Hit[] {
  const t = useTexts('deskSearch');
  const format = useDeskFormat();
  const titleOf = useCommandTitle();
  const { rows = [] } = useCommand('requests', {});
  const hitOf = (row: RowOf<'requests'>): Hit => ({
    id: `request ${row.request}`,
    kind: 'request',
    title: [titleOf(row.command), row.amount === '' ? '' : format.money(row.amount)].filter(Boolean).join(' '),
    sub: joined(
      t('request.number', { request: row.request }),
      t('request.asked', { name: row.askedByName, at: format.momentIn(row.askedAt) }),
    ),
    state: { words: t(row.isOwn ? 'request.state.own' : `request.state.${row.state}`), tone: 'warn' },
    to: `/approvals/${row.request}`,
    facts: [[t('fact.reason'), row.reason]],
  });
  return words === ''
    ? []
    : rows
        .filter((row) => hasAllWords(`${titleOf(row.command)} ${row.amount} ${row.askedByName} ${row.reason}`, words))
        .slice(0, MOST_LOCAL)
        .map(hitOf);
}

/** Commands that the role permits, and places of the desk. */
function useActionHits(words: string): readonly Hit[] {
  const t = useTexts('deskSearch');
  const { commands = [] } = useDefinitions();
  if (words === '') return [];
  const pages = knownPages().flatMap(({ path, place }) => {
    const title = place ? translate(place.label) : '';
    return title !== '' && hasAllWords(title, words)
      ? [{ id: `page ${path}`, kind: 'action' as const, title, sub: t('action.page'), to: path, facts: [] }]
      : [];
  });
  const actions = commands
    .filter(({ name, title, mayGive }) => mayGive && groupOf(name) && hasAllWords(`${title} ${name}`, words))
    .map(
      ({ name, title, needsApproval, permission }): Hit => ({
        id: `action ${name}`,
        kind: 'action',
        title,
        sub: t(needsApproval ? 'action.two' : permission === 'look' ? 'action.look' : 'action.one'),
        to: `/all-commands/${name}`,
        facts: [],
      }),
    );
  return [...pages, ...actions].slice(0, MOST_LOCAL);
}
