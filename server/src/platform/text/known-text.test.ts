import { expect, it } from 'vitest';
import { inAllLanguages, type TextName } from './known-text.ts';

const CARD: TextName = ['topup', 'card.posted'];
const FROM: TextName = ['settlement', 'deposit.postedFrom'];

it.each([
  ['Top-up by card ending 1111', 'Top-up by card ending 1111', '银行卡充值（尾号 1111）'],
  ['银行卡充值（尾号 1111）', 'Top-up by card ending 1111', '银行卡充值（尾号 1111）'],
  // As it was stored before.
  ['银行卡充值，尾号 1111', 'Top-up by card ending 1111', '银行卡充值（尾号 1111）'],
  ['Bank transfer from Reef (Dive) Pty', 'Bank transfer from Reef (Dive) Pty', '银行转账：Reef (Dive) Pty'],
])('finds the languages of %s', (stored, enAU, zhCN) => {
  expect(inAllLanguages([CARD, FROM], stored)).toEqual({ enAU, zhCN });
});

it.each(['Rent', '', 'My Top-up by card ending 1111'])('leaves %j, which people have written', (stored) => {
  expect(inAllLanguages([CARD, FROM], stored)).toBeNull();
});
