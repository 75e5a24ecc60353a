import { expect, it } from 'vitest';
import { writeCalendar } from './write-calendar.ts';

const EVENT = { id: 'b0a7c0de-0000-4000-8000-000000000001-2026-12-07', day: '2026-12-07', title: 'Rent', text: 'Flat' };
const made = (given: Partial<typeof EVENT> = {}) =>
  writeCalendar({ maker: 'Wattle', madeAt: Date.UTC(2026, 10, 20, 2, 0, 5), events: [{ ...EVENT, ...given }] });
/** RFC 5545, 3.1: a line end that a space follows is removed before anything is read. */
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

it('a calendar has a version, its maker, and a whole day for each event', () => {
  expect(made().split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wattle//Payments//EN',
    'BEGIN:VEVENT',
    'UID:b0a7c0de-0000-4000-8000-000000000001-2026-12-07',
    'DTSTAMP:20261120T020005Z',
    'DTSTART;VALUE=DATE:20261207',
    'TRANSP:TRANSPARENT',
    'CLASS:PRIVATE',
    'SUMMARY:Rent',
    'DESCRIPTION:Flat',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

it('texts are escaped as in the RFC, 3.3.11, and cannot begin a line of their own', () => {
  // The RFC's example: "Project XYZ Final Review", "Conference Room - 3B", "Come Prepared." on three lines.
  const text = 'Project XYZ Final Review\nConference Room - 3B\r\nCome Prepared.';
  const file = made({ text, title: 'a\\b; c, d:"e"\r\nEND:VEVENT\u0000\u0007' });
  expect(unfolded(file)).toContain(
    String.raw`DESCRIPTION:Project XYZ Final Review\nConference Room - 3B\nCome Prepared.`,
  );
  expect(unfolded(file)).toContain(String.raw`SUMMARY:a\\b\; c\, d:"e"\nEND:VEVENT`);
  expect(file.split('\r\n').filter((line) => line === 'END:VEVENT')).toHaveLength(1);
});

it.each([
  ['letters of one octet', 'x'],
  ['letters of two octets', 'é'],
  ['characters of three octets', '向'],
  ['characters of four octets', '🏠'],
])('lines of %s are folded at 75 octets, and no character is divided', (_, character) => {
  for (const length of [1, 60, 66, 67, 68, 200]) {
    const title = character.repeat(length);
    const bytes = Buffer.from(made({ title }));
    const lines = bytes.toString('latin1').split('\r\n');
    expect(lines.filter((line) => line.length > 75)).toEqual([]);
    // Each part is valid UTF-8 alone.
    for (const line of lines) new TextDecoder('utf8', { fatal: true }).decode(Buffer.from(line, 'latin1'));
    expect(unfolded(bytes.toString())).toContain(`SUMMARY:${title}`);
  }
});

it('a line of exactly 75 octets stays whole, and one of 76 has a second part', () => {
  // SUMMARY: has 8.
  expect(made({ title: 'x'.repeat(67) })).toContain(`SUMMARY:${'x'.repeat(67)}\r\n`);
  expect(made({ title: 'x'.repeat(68) })).toContain(`SUMMARY:${'x'.repeat(67)}\r\n x\r\n`);
});
