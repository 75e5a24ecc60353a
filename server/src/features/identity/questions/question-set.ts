import { DEFAULT_LANGUAGE, inEachLanguage, type Language } from '@wattle/contract/rules/languages.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { IdentityQuestion } from '@wattle/contract/identity/questions.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Session } from '../../../http/handle.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { productTexts } from '../../../platform/text/texts.ts';
import { type GuardKey, isLocked, readGuard } from '../../lockouts/public.ts';
import { findResetForIdentity } from '../../reset/public.ts';
import { isLeftOut } from './are-right.ts';
import { type HistoryFacts, historyQuestions, type Question } from './question.domain.ts';
import { findCardOfLogin, listQuestions, readHistory } from './question.store.ts';

/** Tries are counted by card, across sessions. */
export function guardKeyOf({ secrets }: Pick<AppContext, 'secrets'>, session: Session): GuardKey {
  const { tenantId, brandId } = session;
  const identifierHash = secrets.identifierHash(`${brandId}:identityAnswers`, subjectOf(session));
  return { tenantId, brandId, kind: 'identityAnswers', identifierHash };
}

function subjectOf({ cardId, subjectHash }: Session): string {
  return cardId === null ? `number:${subjectHash?.toString('hex') ?? ''}` : `card:${cardId}`;
}

/**
 * The card that the questions are about: that of an activation, or one of the account whose password is reset, where
 * the security answer was right and no code can be sent. Otherwise, and for an account without a holder, all questions
 * are decoys.
 */
async function cardOf(tx: Tx, ctx: AppContext, session: Session): Promise<bigint | null> {
  if (session.scope !== 'accountnumber') return session.cardId;
  const reset = await findResetForIdentity(tx, ctx, session);
  if (!reset || reset.webAccountId === null) return null;
  return (await findCardOfLogin(tx, session.tenantId, reset.webAccountId)) ?? null;
}

/** The questions of a session's card: the programme's, else those of its holder's history, else only decoys. */
export async function questionsOf(tx: Tx, ctx: AppContext, session: Session): Promise<Question[]> {
  const { tenantId } = session;
  const cardId = await cardOf(tx, ctx, session);
  const stored = cardId === null ? [] : await listQuestions(tx, tenantId, cardId);
  if (stored.length > 0) {
    return stored.map(({ id, question, choices, answer_hash: hash }) => ({
      id,
      text: question,
      choices,
      answer: { hash },
    }));
  }
  const known = cardId === null ? undefined : await readHistory(tx, tenantId, cardId);
  const facts: HistoryFacts = {
    suburb: known?.suburb ?? null,
    yearJoined: known?.joined_at ? dayAt(Date.parse(known.joined_at)).slice(0, 4) : null,
    lastPurchase: known?.last_purchase ?? null,
  };
  const seed = (label: string) => ctx.secrets.identifierHash('identity-questions', `${subjectOf(session)}:${label}`);
  return historyQuestions(facts, Number(dayAt(ctx.clocks.business.now()).slice(0, 4)), {
    draw: (label, below) => seed(`${label}:${below}`).readUInt32BE() % below,
    idOf: (label) => seed(`id:${label}`).subarray(0, 16).toString('hex'),
    wordsOf: (topic) => inEachLanguage((language) => productTexts(language, 'identity')[`question.${topic}`] ?? ''),
  });
}

type GivenAnswers = Parameters<typeof isLeftOut>[1];

/** First step of answers to the questions: a question without one is refused, except during a lock. */
export async function admitAnswers(
  { session, tx, ctx }: { readonly session: Session; readonly tx: Tx; readonly ctx: AppContext },
  answers: GivenAnswers,
) {
  const key = guardKeyOf(ctx, session);
  const [guard, questions] = [await readGuard(tx, key), await questionsOf(tx, ctx, session)];
  const isClosed = isLocked(guard, ctx.clocks.security.now());
  if (!isClosed && isLeftOut(questions, answers)) return err('required_field', 'Answers');
  return ok({ key, questions, isLocked: isClosed });
}

/** A question without its answer. */
export function showQuestion({ id, text, choices }: Question, language: Language): IdentityQuestion {
  return {
    EntityAuthenticationDetailId: id,
    Question: text[language] ?? text[DEFAULT_LANGUAGE] ?? '',
    PossibleAnswers: choices === null ? null : [...choices],
    Answer: '',
  };
}
