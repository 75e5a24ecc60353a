import { answerText } from '@wattle/contract/rules/typed-text.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';

/** Topics of questions about a holder's history. */
export const HISTORY_TOPICS = ['suburb', 'yearJoined', 'lastPurchase'] as const;
export type HistoryTopic = (typeof HISTORY_TOPICS)[number];

/** A question with its right answer, where that is computed. */
export type Question = {
  /** Random or derived, so it reveals nothing. */
  readonly id: string;
  /** A programme's own question may lack a language. */
  readonly text: Readonly<Partial<Record<Language, string>>>;
  /** Null: the answer is typed. */
  readonly choices: readonly string[] | null;
  readonly answer: { readonly hash: string } | { readonly plain: string };
};

/** Facts about a holder's history. Null: none, so every choice is a decoy. */
export type HistoryFacts = Readonly<Record<HistoryTopic, string | null>>;

const CHOICES = 5;
const SUBURBS = [
  'Cottesloe',
  'Subiaco',
  'Midland',
  'Parramatta',
  'Brunswick',
  'Glenelg',
  'Toowong',
  'Sandy Bay',
  'Dickson',
  'Nightcliff',
  'Footscray',
  'Manly',
];
const MERCHANTS = [
  'Corner Cafe',
  'Kurrajong Grocers',
  'Redback Fuel',
  'Billabong Books',
  'Ironbark Hardware',
  'Lorikeet Pharmacy',
  'Saltbush Bakery',
  'Tallow Wood Timber',
  'Wallaby Outdoors',
  'Quoll Bikes',
];

type Making = {
  /** A number from 0 up to, but not, `below`, the same for the same label. */
  readonly draw: (label: string, below: number) => number;
  readonly idOf: (label: string) => string;
  readonly wordsOf: (topic: HistoryTopic) => Readonly<Record<Language, string>>;
};

/**
 * Questions of what is known of a holder, each a list with decoys. The same facts and seed give the same set.
 * @param year in which the questions are asked, for decoys of the year of joining
 */
export function historyQuestions(facts: HistoryFacts, year: number, { draw, idOf, wordsOf }: Making): Question[] {
  const decoys: Readonly<Record<HistoryTopic, readonly string[]>> = {
    suburb: SUBURBS,
    yearJoined: Array.from({ length: 8 }, (_, back) => String(year - back)),
    lastPurchase: MERCHANTS,
  };
  return HISTORY_TOPICS.map((topic) => {
    const right = facts[topic];
    const others = shuffled(decoys[topic], (n) => draw(`${topic}:decoys`, n)).filter(
      (each) => right === null || answerText(each) !== answerText(right),
    );
    const picked = right === null ? others.slice(0, CHOICES) : [right, ...others.slice(0, CHOICES - 1)];
    const choices = topic === 'yearJoined' ? picked.toSorted() : shuffled(picked, (n) => draw(`${topic}:order`, n));
    // Without a fact no choice is right, and no one can tell.
    return { id: idOf(topic), text: wordsOf(topic), choices, answer: { plain: right ?? '' } };
  });
}

function shuffled(list: readonly string[], pick: (below: number) => number): string[] {
  const left = [...list];
  const taken: string[] = [];
  while (left.length > 0) taken.push(...left.splice(pick(left.length) % left.length, 1));
  return taken;
}

/** Whether a computed answer was given. An empty answer is never right. */
export function isComputedAnswer(question: Question, typed: string): boolean {
  return (
    'plain' in question.answer &&
    question.answer.plain !== '' &&
    answerText(typed) === answerText(question.answer.plain)
  );
}
