import type { CardCommands, NewProcessorCard, ProcessorCard } from '../../src/outside/processors/port.ts';
import { givenPan } from '../factories.ts';

type Told = { readonly id: string; readonly state: string; readonly because: string | undefined; readonly key: string };

/** Cards of a processor in memory: each key is carried out once, and a closed card stays closed. */
export type FakeCards = CardCommands & {
  readonly asked: NewProcessorCard[];
  readonly told: Told[];
  /** Cards by their ids, as the processor has them. */
  readonly all: Map<string, ProcessorCard>;
  /** Numbers by the ids of cards. */
  readonly numbers: Map<string, string>;
  /** False: the processor tells no numbers. */
  tellsNumbers: boolean;
};

let serial = 0;

export function fakeCards(): FakeCards {
  const byKey = new Map<string, ProcessorCard>();
  const fake: FakeCards = {
    asked: [],
    told: [],
    all: new Map(),
    numbers: new Map(),
    tellsNumbers: true,
    async make(card) {
      fake.asked.push(card);
      const number = givenPan();
      const known = byKey.get(card.key);
      const made: ProcessorCard = known ?? {
        id: `ic_${++serial}`,
        last4: number.slice(-4),
        expiry: '2030-04',
        state: 'off',
      };
      if (!known) fake.numbers.set(made.id, number);
      byKey.set(card.key, made);
      fake.all.set(made.id, made);
      return { kind: 'done', value: made };
    },
    async made(key) {
      return { kind: 'done', value: byKey.get(key) };
    },
    async setState({ key, id }, state, because) {
      const card = fake.all.get(id);
      if (!card) return { kind: 'refused', code: 'no_such_card' };
      if (card.state === 'closed') return { kind: 'refused', code: 'card_closed' };
      fake.told.push({ id, state, because, key });
      const now = { ...card, state };
      fake.all.set(id, now);
      return { kind: 'done', value: now };
    },
    async list(next) {
      // Two to a page.
      const from = Number(next ?? 0);
      const cards = [...fake.all.values()].slice(from, from + 2);
      return { kind: 'done', value: { cards, ...(from + 2 < fake.all.size && { next: String(from + 2) }) } };
    },
    async numberOf(id) {
      const number = fake.numbers.get(id);
      if (!fake.tellsNumbers || number === undefined) return { kind: 'refused', code: 'not_allowed' };
      return { kind: 'done', value: number };
    },
  };
  return fake;
}
