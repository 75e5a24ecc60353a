import type { CardDetails } from '@wattle/contract/cards/home.ts';
import type { CardStatus, CardSummary } from '@wattle/contract/cards/card.ts';
import { describe, expect, it } from 'vitest';
import { feeFor, inGroups, messageFor, reasonsFor } from './settings.domain.ts';

const managed = (CardStatus: CardStatus, flags: Partial<CardDetails> = {}) => ({
  card: { CardStatus } as CardSummary,
  details: { CanReplaceDamaged: true, CanReplaceLost: true, CanBlock: true, ...flags } as CardDetails,
});

describe('the reasons of a holder', () => {
  it('are all available with a web account, and only lost or stolen with a card session', () => {
    expect(reasonsFor(managed('Active'), { isUser: true })).toEqual(['lost', 'stolen', 'damaged', 'other']);
    expect(reasonsFor(managed('Active'), { isUser: false })).toEqual(['lost', 'stolen']);
  });

  it('are only a replacement for a reported card', () => {
    const stopped = { CanReplaceDamaged: false, CanBlock: false };
    expect(reasonsFor(managed('Lost', stopped), { isUser: true })).toEqual(['lost', 'stolen']);
    expect(reasonsFor(managed('Stolen', stopped), { isUser: true })).toEqual(['stolen']);
    expect(reasonsFor(managed('Lost', stopped), { isUser: false })).toEqual(['stolen']);
    expect(reasonsFor(managed('Stolen', stopped), { isUser: false })).toEqual([]);
  });
});

it('charges the replacement fee of the reason', () => {
  const fees = { ReplacementFee: 9.95, StolenReplacementFee: 0 };
  expect(['lost', 'stolen', 'damaged', 'other'].map((reason) => feeFor(reason as 'lost', fees))).toEqual([
    9.95, 0, 9.95, 0,
  ]);
});

it('shows the message of the completed action', () => {
  expect(messageFor('damaged', true)).toBe('cardReplaced');
  expect(messageFor('lost', true)).toBe('lostOrStolenAndReplaced');
  expect(messageFor('lost', false)).toBe('cardReportedLost');
  expect(messageFor('stolen', false)).toBe('cardReportedStolen');
  expect(messageFor('other', false)).toBe('cardBlocked');
});

it('groups the digits of a reference number', () => {
  expect(inGroups('263240004188')).toBe('26324 000418 8');
});
