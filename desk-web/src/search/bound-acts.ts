import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { commandsOfCard } from '../calls/card-commands.ts';
import { useDefinitions } from '../calls/definitions.ts';
import type { Hit, HitAct } from './hit.ts';
import { type BoundCommand, PERSON_COMMANDS, typedAction } from './typed-action.ts';
import type { FoundRow } from './use-answered.ts';

type Card = { readonly id: string; readonly ending: string; readonly status: string };

/** Cards of a found row: itself, or those of the person. */
function cardsOf({ kind, object, cards, cardIds, state }: FoundRow): readonly Card[] {
  if (kind === 'card') return [{ id: object, ending: cards, status: state }];
  const words = cards.split(', ');
  return cardIds.split(' ').flatMap((id, at) => {
    const [ending = '', status = ''] = words[at]?.split(' ') ?? [];
    return id === '' ? [] : [{ id, ending, status }];
  });
}

/** Actions with a found card or person in them. Each opens its form, and changes nothing yet. */
export function useBoundActs(): (row: FoundRow) => readonly HitAct[] {
  const t = useTexts('deskSearch');
  const { commands = [] } = useDefinitions();
  const mayGive = (command: BoundCommand) => commands.some(({ name, mayGive: may }) => name === command && may);
  return (row) => {
    const { kind, person } = row;
    if (kind !== 'card' && kind !== 'person') return [];
    const page = `/people/${person.replace('holder:', '')}`;
    const ofCards = cardsOf(row).flatMap(({ id, ending, status }) =>
      commandsOfCard(status).map((command): HitAct => {
        const of = t('card', { ending });
        const opens =
          person === ''
            ? { to: `/all-commands/${command}`, state: { given: { card: id } } }
            : { to: page, state: { act: { command, given: { card: id }, of } } };
        return { command, object: id, words: t(`act.${command}`), title: t(`bound.${command}`, { ending }), ...opens };
      }),
    );
    const ofPerson = PERSON_COMMANDS.map((command): HitAct => {
      const title = t(`bound.${command}`, { name: row.name });
      const act = { command, given: { person } };
      return { command, object: person, words: t(`act.${command}`), title, to: page, state: { act } };
    });
    return [...ofCards, ...(kind === 'person' ? ofPerson : [])].filter(({ command }) =>
      mayGive(command as BoundCommand),
    );
  };
}

/** Hits for the actions that the words name, for everything found; without such words for the only card. */
export function useBoundHits(words: string, rows: readonly FoundRow[]): readonly Hit[] {
  const t = useTexts('deskSearch');
  const actsOf = useBoundActs();
  const { commands, rest } = typedAction(words);
  const isNamed = commands.length > 0 && rest !== '';
  const cards = rows.filter(({ kind }) => kind === 'card');
  const about = isNamed ? rows : cards.length === 1 ? cards : [];
  const known = new Set<string>();
  return about.flatMap((row) =>
    actsOf(row)
      .filter(({ command }) => !isNamed || commands.some((one) => one === command))
      .flatMap(({ command, object, title, to, state }): readonly Hit[] => {
        const id = `act ${command} ${object}`;
        if (known.has(id)) return [];
        known.add(id);
        const sub = [row.name, t('action.bound')].filter(Boolean).join(' · ');
        return [{ id, kind: 'action', title, sub, to, passed: state, facts: [], isNamed }];
      }),
  );
}
