/** Event of a whole day. */
export type CalendarEvent = {
  /** The same in each file, so that a calendar that has the event already does not add it again. */
  readonly id: string;
  /** `2026-11-20` */
  readonly day: string;
  readonly title: string;
  readonly text: string;
};

export type Calendar = {
  /** Name of its maker. */
  readonly maker: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** At least one. */
  readonly events: readonly CalendarEvent[];
};

const MOST_OCTETS = 75;
/** Control characters, which a text must not contain. Line ends are escaped before. */
const CONTROL = /(?![\t])\p{Cc}/gu;

/** Calendar in iCalendar (RFC 5545), for any program that keeps one. */
export function writeCalendar({ maker, madeAt, events }: Calendar): string {
  const at = `${plain(new Date(madeAt).toISOString().slice(0, 19))}Z`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${escaped(`-//${maker}//Payments//EN`)}`,
    ...events.flatMap(({ id, day, title, text }) => [
      'BEGIN:VEVENT',
      `UID:${escaped(id)}`,
      `DTSTAMP:${at}`,
      // Without an end it lasts the whole day, and it does not mark the day as busy.
      `DTSTART;VALUE=DATE:${plain(day)}`,
      'TRANSP:TRANSPARENT',
      'CLASS:PRIVATE',
      `SUMMARY:${escaped(title)}`,
      `DESCRIPTION:${escaped(text)}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** A date or time in the basic form of ISO 8601. */
const plain = (iso: string) => iso.replaceAll(/[-:]/g, '');

function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(CONTROL, '');
}

/** A line in parts of at most 75 octets. Each further one begins with a space; no character is divided. */
function folded(line: string): string {
  let octets = 0;
  let whole = '';
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > MOST_OCTETS) {
      whole += '\r\n ';
      octets = 1;
    }
    whole += character;
    octets += length;
  }
  return whole;
}
