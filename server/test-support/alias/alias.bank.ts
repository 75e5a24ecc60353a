import type { OutsideOutcome } from '../../src/outside/outcome.ts';
import type { CalledPayment, PaymentCalls, SettledByBank } from '../../src/outside/payment-calls/port.ts';

/**
 * How the bank meets calls. `settles`, `takes` and `refuses` answer them: a payment that it takes is settled or refused
 * later. `lost`: the call does not reach it. `silent`: it settles, and the answer is lost. `away`: nothing is sent.
 */
type Mood = 'settles' | 'takes' | 'refuses' | 'lost' | 'silent' | 'away';
type Answer = OutsideOutcome<SettledByBank>;

/** Sample of the bank of a method whose payments are calls: it knows one alias, and does what a test says. */
export type AliasBank = PaymentCalls & {
  nameOf(alias: string): Promise<OutsideOutcome<string>>;
  mood: Mood;
  /** Whether questions are answered. */
  isAnswering: boolean;
  /** Runs while a call is under way. */
  during: (() => Promise<void>) | undefined;
  /** Each call that reached it, and the key of each question. */
  readonly calls: CalledPayment[];
  readonly questions: string[];
  /** Settles or refuses a payment that it has taken. */
  answer(key: string, by: 'settles' | 'refuses'): void;
};

const settled: Answer = { kind: 'done', value: { bankId: 'bank-1' } };
const refused: Answer = { kind: 'refused', code: 'account_closed' };
const lost: Answer = { kind: 'unknown', code: 'time_limit' };

export function openAliasBank(): AliasBank {
  const known = new Map<string, Answer>();
  const bank: AliasBank = {
    mood: 'settles',
    isAnswering: true,
    during: undefined,
    calls: [],
    questions: [],
    async nameOf(alias) {
      return alias === 'jordan@example.com'
        ? { kind: 'done', value: 'Jordan Blake' }
        : { kind: 'refused', code: 'unknown' };
    },
    async pay(payment) {
      const { mood } = bank;
      if (mood === 'away') return { kind: 'unsent', code: 'breaker_open' };
      if (mood !== 'lost') {
        bank.calls.push(payment);
        known.set(
          payment.key,
          { settles: settled, silent: settled, takes: { kind: 'pending' } as const, refuses: refused }[mood],
        );
      }
      await bank.during?.();
      return mood === 'lost' || mood === 'silent' ? lost : (known.get(payment.key) ?? lost);
    },
    async stateOf(key) {
      bank.questions.push(key);
      if (!bank.isAnswering) return lost;
      return known.get(key) ?? { kind: 'refused', code: 'never_received' };
    },
    answer: (key, by) => void known.set(key, by === 'settles' ? settled : refused),
  };
  return bank;
}
